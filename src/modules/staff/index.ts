export { sweepKeys, watchKeys } from './keys'
export { apiKeyRoutes } from './routes'
