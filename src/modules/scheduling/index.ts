export {
  checkArea,
  type OfferedDay,
  offeredServices,
  type OfferedTimes,
  offerTimes,
} from './availability/booking-page'
export { AreaAnswer, OfferedService } from './availability/model'
export { commitShown } from './dispatch/commit'
export {
  DayHours,
  DispatchAction,
  DispatchQuery,
  DispatchRun,
  DispatchRunInput,
  WorkerVerdict,
} from './dispatch/model'
export { autoDispatch, type DispatchRunOptions, nothingDispatched } from './dispatch/run'
export { dispatchPatterns } from './dispatch/timetable'
export { availabilityRoutes, bookingPageRoutes, dispatchAdminRoutes } from './routes'
