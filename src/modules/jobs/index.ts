export { adoptJobs } from './adopt'
export { jobSubject } from './audit'
export { askForPrice, bookJob, bookWithPromo, insertJob } from './book'
export { chainColumns, type ChainedJob } from './chained'
export { confirmByLink, confirmVerified } from './confirm'
export { assertMovable, customerMoves, moveByCustomer, moveTermsOf } from './customer-move'
export { readJob } from './detail'
export { earlierVisits } from './earlier'
export { announceBooked, jobEventTypes } from './events'
export { assertInOrder } from './following'
export { type ImportedJob, insertImportedJobs, removeImportedJobs, sameWork, workOf } from './imported'
export { lapseSoon } from './lapse'
export { bookingPath, jobOfBookingPage, jobOfLink, jobToConfirm, type LinkedJob } from './links'
export { jobsFound, listJobs, namesBeside } from './list'
export { priceDecided, releaseLowPrice } from './low-price'
export { pricesOf, refundedMessages, repricedMessages } from './messages'
export {
  CustomerRating,
  Job,
  JobBooked,
  JobDetail,
  JobInput,
  MoveInput,
  Note,
  RatingAverage,
  tellCustomer,
} from './model'
export { assertMove, type Move, moveJob, statusText, stepUndoMs } from './move'
export { hasTooManyOpen } from './open-bookings'
export { placeSoon } from './place'
export { canRate, customerRating, findRating, type GivenRating, rateJob, workerRating } from './ratings'
export { giveReferencesSoon } from './references'
export { readReminderReply } from './reminder-replies'
export { remindSoon } from './reminders'
export { jobAdminRoutes, jobRoutes } from './routes'
export {
  findJob,
  forgetCustomer,
  type JobRow,
  mergeCustomer,
  presentJob,
  requireJob,
  type NewJob,
} from './rows'
export { arrive, undoStep } from './own-steps'
export { visitChangeRoutes } from './change-routes'
export { assignJob, moveInUnit, scheduleJob } from './schedule'
export { isMadeByWithin, secondsOf, wasEverMadeBy } from './second'
export { startedWorkers } from './started-days'
export { fixedFrom, isTechnicianFinal, technicianName } from './technician-name'
export { findJobs, indexNewJobs, indexSomeJobs, mergeJobSearch } from './search'
export { markTakenSeen, sweepTaken, unseenTaken } from './taken'
export { changeJob, type Occasion, stateBefore } from './timeline'
export { confirmVisitByLink, isAhead, visitConfirmedAt } from './visit-confirmed'
export { askAboutVisits, reassignDetail, reviewTodos } from './visits'
