export { confirmation, StartInput } from './model'
export { setupRoutes } from './routes'
export { findPlace, startForReal } from './start'
export { readSetup } from './state'
