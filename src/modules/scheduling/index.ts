export {
  checkArea,
  offeredServices,
  type OfferedTimes,
  offerTimes,
  type TimesWanted,
} from './availability/booking-page'
export { holdWindow, releaseHold, sweepHolds } from './availability/hold-window'
export { readHold } from './world/held-windows'
export { readAvailability } from './availability/availability'
export { confirmBooked, moveBooking, readMoveTimes } from './availability/move'
export {
  AreaAnswer,
  Availability,
  AvailabilityQuery,
  MoveTimes,
  OfferedService,
  OfferedServices,
} from './availability/model'
export { dropOutdatedPlans, readBetterPlan } from './dispatch/better-plan'
export { coverSoon } from './dispatch/cover-soon'
export { coverWorker } from './dispatch/cover'
export { explainJob } from './dispatch/explain'
export { readLunch } from './dispatch/lunch'
export { commitShown } from './dispatch/shown'
export {
  DayHours,
  DispatchAction,
  DispatchQuery,
  DispatchRun,
  DispatchRunInput,
  Drives,
  EffortQuery,
  type LearnedTraffic,
  type Remedy,
  WorkerVerdict,
} from './dispatch/model'
export { autoDispatch, type DispatchRunOptions, nothingDispatched } from './dispatch/run'
export { reactSoon } from './dispatch/react'
export type { Effort } from './engine/world'
export { dispatchPatterns } from './dispatch/timetable'
export { availabilityRoutes, bookingPageRoutes, dispatchAdminRoutes } from './routes'
