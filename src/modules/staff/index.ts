export { giveHqToken, listHqTokens, revokeHqToken, sweepTokens, watchSignIns } from './hq-tokens'
export { sweepKeys, watchKeys } from './keys'
export { ApiKey, CreatedKey } from './model'
export { apiKeyRoutes, signInRoutes } from './routes'
