export {
  type ActivityEntry,
  changedFields,
  changesOf,
  recordActivity,
  sweepActivity,
  watchExports,
} from './activity'
export { type AuditEntry, type TodoKind, Todo } from './model'
export { activityRoutes, auditRoutes, signInRoutes, todoRoutes } from './routes'
export {
  blankTodos,
  clearTodo,
  finishTodo,
  forgetCustomer,
  keepTodo,
  listTodos,
  type NewTodo,
  raiseTodo,
  readTodo,
} from './todos'
export { giveHqToken, listHqTokens, revokeHqToken, sweepTokens, watchSignIns } from './tokens'
