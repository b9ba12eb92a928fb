export { sweepKeys, watchKeys } from './keys'
export { ApiKey, CreatedKey } from './model'
export { apiKeyRoutes } from './routes'
