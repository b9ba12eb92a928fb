export { recordActivity, sweepActivity } from './activity'
export { type TodoKind, Todo } from './model'
export { activityRoutes, todoRoutes } from './routes'
export { blankTodos, clearTodo, forgetCustomer, keepTodo, type NewTodo, raiseTodo } from './todos'
