export { type ChecklistItem, confirmation, type SetupState, StartInput } from './model'
export { setupRoutes } from './routes'
export { findPlace, startForReal } from './start'
export { readSetup } from './state'
