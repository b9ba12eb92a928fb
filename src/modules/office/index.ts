export { changedFields, recordActivity, sweepActivity } from './activity'
export { type TodoKind, Todo } from './model'
export { activityRoutes, signInRoutes, todoRoutes } from './routes'
export {
  blankTodos,
  clearTodo,
  dropTodos,
  finishTodo,
  forgetCustomer,
  keepTodo,
  listTodos,
  type NewTodo,
  raiseTodo,
  readTodo,
} from './todos'
export { giveHqToken, listHqTokens, revokeHqToken, sweepTokens, watchSignIns } from './tokens'
