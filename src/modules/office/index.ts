export { changedFields, recordActivity, sweepActivity } from './activity'
export { type TodoKind, Todo } from './model'
export { activityRoutes, todoRoutes } from './routes'
export { type SettingsState } from './settings-model'
export { settingsRoutes } from './settings-routes'
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
