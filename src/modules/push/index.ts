export { sweepNotices } from './deliver'
export type { OwnNotifications } from './model'
export { pushRoutes } from './routes'
export { stopPush, tellWorkersSoon } from './run'
