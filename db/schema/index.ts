/**
 * One file per owner: a table belongs to the module its file is named after, and only that module writes it.
 */
export { importRows, imports } from './accounts'
export { promoCodes, serviceTypes } from './catalog'
export {
  customerAddresses,
  customerNotes,
  customers,
  customerTags,
  optOuts,
  staleCustomers,
  undeliverable,
} from './customers'
export {
  demoAccounts,
  demoCards,
  demoEvents,
  demoIntents,
  demoKeys,
  demoRefunds,
  demoReversals,
  demoSessions,
  demoSetups,
  demoTransfers,
} from './demo-payments'
export { outboundEvents } from './events'
export { attachments, fileRemovals } from './files'
export { areaRequests, franchiseSplits, franchiseZips, franchises } from './franchises'
export { idempotencyKeys } from './http'
export { invoiceCounters, invoiceDocuments, invoiceSeries, invoices } from './invoices'
export {
  followingJobs,
  jobEvents,
  jobNotes,
  jobRatings,
  jobs,
  secondWorkers,
  staleJobs,
  takenVisits,
  visitConfirmations,
} from './jobs'
export { ledgerEntries, ledgerTransactions } from './ledger'
export { rateHits } from './limits'
export { campaigns, inboundMessages, messageTexts, outbox, outboxFiles } from './messages'
export { activity, hqTasks } from './office'
export {
  alertCalls,
  clientErrors,
  incidents,
  jobAreaSums,
  jobSums,
  jobTypeSums,
  ledgerSums,
  ledgerTypeSums,
  visitSums,
  summedChunks,
  taskRuns,
  vitals,
  todaySnoozes,
} from './operations'
export {
  cancellations,
  cardSetups,
  checkoutSessions,
  eventFetches,
  extraApprovals,
  payments,
  type PaymentRow,
  refunds,
  savedCards,
  webhookEvents,
} from './payments'
export { transferReversals, transfers } from './payouts'
export { lookups } from './providers'
export { noticeProgress, pushSubscriptions, workerNotices } from './push'
export { jobAnswers, jobSignatures } from './records'
export { billingCharges, billingSchedules, jobTemplates, maintenancePlans } from './recurring'
export { windowHolds } from './scheduling'
export { businessSettings, logos } from './settings'
export { apiKeys, savedViews, staff, staffSessions } from './staff'
export { commitMarks, settings } from './store'
export { issuedHqTokens, signInCodes, verificationCodes } from './tokens'
export { webhookAttempts, webhookDeliveries, webhookSubscriptions } from './webhooks'
export {
  calendarFeeds,
  workerLocations,
  workerShifts,
  workerTimeOff,
  workerTokens,
  workers,
} from './workforce'
