export { approvalsOfCustomer } from './approvals'
export { checkBooks } from './books'
export { cancelJob } from './cancel/cancel'
export { previewCancel } from './cancel/fee'
export { type CardHolder, cardUrl, customerOfCardLink } from './cards/links'
export { SavedCard } from './cards/model'
export { cardRoutes } from './cards/routes'
export { activeCard, cardsOfCustomer, mergeCustomer, savedCardOf } from './cards/rows'
export { finishCardSetup, openCardSetup } from './cards/save'
export { openCheckout } from './checkout/open'
export { openPageOf } from './checkout/sessions'
export { confirmPayment } from './confirm'
export { listEvents, replayEvent, sweepEvents } from './events/admin'
export { connectProcessor, noEventsRetried, resumePayments, retryEvents } from './events/retry'
export { EventDetail, EventRecord, EventRetryReport } from './events/model'
export { eventQueueFigures } from './events/queue'
export { processorEventRoutes } from './events/routes'
export { addExtras, approvedMinutes, extrasFor, priceExtras } from './extras'
export { moveJobOn, undoOwnStep } from './job-changes'
export { noteOnSite, recordOnSite } from './outside/on-site'
export { outsideRoutes } from './outside/routes'
export {
  CancelAnswer,
  type CancelPreview,
  dueOf,
  ExtraApproval,
  ExtrasPrice,
  type JobPayment,
  MoneyDue,
  type MoneyOfJob,
  PaymentTaken,
  type Refund,
  RefundPreview,
} from './model'
export { paymentEventTypes } from './outbound'
export { refundableByJob } from './refunds/preview'
export { recordRefundPaid } from './refunds/record'
export { intendRefund } from './refunds/refund'
export {
  cancelRoutes,
  checkoutRoutes,
  moveRoutes,
  paymentRoutes,
  refundRoutes,
  repriceRoutes,
} from './routes'
export { findPaymentRow, forgetCustomer } from './rows'
export { settleSoon } from './settle'
export { earnedIn } from './summary'
