export { trackTechnician, type TrackedTechnician } from './track'
export { CalendarFeed, CreatedFeed } from './calendar-model'
export { calendarRoutes } from './calendar-routes'
export { findWorkers } from './find'
export { sweepLocations } from './locations'
export { GivenToken, Shift, TokenInput, Worker, WorkerInput, WorkerToken, WorkerWithHours } from './model'
export { workerHoursRoutes, workerRoutes, workerTokenRoutes } from './routes'
export { giveToken, sweepWorkerTokens } from './tokens'
export { usualHours } from './usual-hours'
export { changeWorker, insertWorker, listWorkers } from './workers'
export {
  DayMap,
  OwnLocation,
  OwnMove,
  type OwnUndo,
  WorkDay,
  WorkJob,
  type ShownLocation,
} from './work-model'
export { locationRoutes, workRoutes } from './work-routes'
export type { EarlierVisit, WorkSite } from './site-model'
export { siteRoutes } from './site-routes'
export type { OnSiteMoney, TakenPayment } from './on-site/model'
export { onSiteRoutes } from './on-site/routes'
