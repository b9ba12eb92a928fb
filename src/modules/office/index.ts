export {
  type ActivityEntry,
  changedFields,
  changesOf,
  recordActivity,
  sweepActivity,
  watchExports,
} from './activity'
export { type AuditEntry, type TodoKind, Todo } from './model'
export { activityRoutes, auditRoutes, todoRoutes } from './routes'
export { type SettingsState } from './settings-model'
export { settingsRoutes } from './settings-routes'
export {
  blankTodos,
  clearTodo,
  describeTodo,
  dropTodos,
  finishTodo,
  forgetCustomer,
  isRaised,
  keepTodo,
  listTodos,
  type NewTodo,
  raiseTodo,
  readTodo,
} from './todos'
