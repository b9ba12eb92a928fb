import type { AnyElysia } from 'elysia'
import type { Deps } from './deps'
import {
  accountRoutes,
  customerAdminRoutes,
  customerPageRoutes,
  importRoutes,
  verifyRoutes,
} from './modules/accounts'
import { promoRoutes, serviceRoutes } from './modules/catalog'
import { customerFileRoutes, customerRoutes } from './modules/customers'
import { accountFileRoutes, fileRoutes, workFileRoutes } from './modules/files'
import { demandRoutes, franchiseRoutes, splitRoutes } from './modules/franchises'
import { geoAdminRoutes, geoRoutes } from './modules/geo'
import { invoiceAdminRoutes, invoiceRoutes } from './modules/invoices'
import { jobAdminRoutes, jobRoutes, readReminderReply, visitChangeRoutes } from './modules/jobs'
import { ledgerRoutes } from './modules/ledger'
import {
  campaignRoutes,
  conversationRoutes,
  emailEventRoutes,
  inboundSmsRoutes,
  messageDevRoutes,
  messageTextRoutes,
  outboxRoutes,
} from './modules/messages'
import { activityRoutes, auditRoutes, settingsRoutes, todoRoutes } from './modules/office'
import {
  alertRoutes,
  backupRoutes,
  codehostRoutes,
  clientErrorRoutes,
  healthRoutes,
  hostingRoutes,
  insightRoutes,
  metricRoutes,
  officeReportRoutes,
  reportRoutes,
  dispatchTaskRoutes,
  onboardingTaskRoutes,
  recurringTaskRoutes,
  retryTaskRoutes,
  todayRoutes,
  vitalsRoutes,
} from './modules/operations'
import {
  moveRoutes,
  outsideRoutes,
  repriceRoutes,
  cancelRoutes,
  cardRoutes,
  checkoutRoutes,
  paymentRoutes,
  refundRoutes,
  processorEventRoutes,
} from './modules/payments'
import { connectRoutes, transferRoutes } from './modules/payouts'
import { accountReportRoutes, recordRoutes, workRecordRoutes } from './modules/records'
import { billingAdminRoutes, billingRoutes, planRoutes, jobTemplateRoutes } from './modules/recurring'
import { availabilityRoutes, bookingPageRoutes, dispatchAdminRoutes } from './modules/scheduling'
import { searchRoutes } from './modules/search'
import { setupRoutes } from './modules/setup'
import { apiKeyRoutes, hqTokenRoutes, sessionRoutes, signInRoutes, staffRoutes } from './modules/staff'
import { webhookRoutes } from './modules/webhooks'
import {
  calendarRoutes,
  locationRoutes,
  onSiteRoutes,
  siteRoutes,
  workRoutes,
  workerHoursRoutes,
  workerRoutes,
  workerTokenRoutes,
} from './modules/workforce'

/** Texts arrive at the outbox's module, and the modules above it know what an answer means. */
const incomingTextRoutes = (deps: Deps) => inboundSmsRoutes(deps, readReminderReply)

/** Every module with endpoints under /api, in the order of the Swagger page. */
export const apiModules = [
  vitalsRoutes,
  geoRoutes,
  bookingPageRoutes,
  availabilityRoutes,
  reportRoutes,
  jobRoutes,
  verifyRoutes,
  accountRoutes,
  accountFileRoutes,
  accountReportRoutes,
  cancelRoutes,
  cardRoutes,
  checkoutRoutes,
  processorEventRoutes,
  connectRoutes,
  invoiceRoutes,
  billingRoutes,
  recurringTaskRoutes,
  dispatchTaskRoutes,
  onboardingTaskRoutes,
  retryTaskRoutes,
  planRoutes,
  searchRoutes,
  jobAdminRoutes,
  visitChangeRoutes,
  moveRoutes,
  outsideRoutes,
  repriceRoutes,
  dispatchAdminRoutes,
  refundRoutes,
  transferRoutes,
  ledgerRoutes,
  officeReportRoutes,
  invoiceAdminRoutes,
  billingAdminRoutes,
  customerRoutes,
  customerFileRoutes,
  conversationRoutes,
  customerPageRoutes,
  customerAdminRoutes,
  fileRoutes,
  recordRoutes,
  importRoutes,
  serviceRoutes,
  franchiseRoutes,
  demandRoutes,
  geoAdminRoutes,
  splitRoutes,
  workerRoutes,
  workerHoursRoutes,
  workerTokenRoutes,
  promoRoutes,
  jobTemplateRoutes,
  todoRoutes,
  todayRoutes,
  signInRoutes,
  setupRoutes,
  settingsRoutes,
  sessionRoutes,
  staffRoutes,
  hqTokenRoutes,
  apiKeyRoutes,
  auditRoutes,
  healthRoutes,
  metricRoutes,
  backupRoutes,
  alertRoutes,
  insightRoutes,
  codehostRoutes,
  hostingRoutes,
  activityRoutes,
  clientErrorRoutes,
  locationRoutes,
  workRoutes,
  workFileRoutes,
  workRecordRoutes,
  siteRoutes,
  onSiteRoutes,
  calendarRoutes,
  campaignRoutes,
  messageDevRoutes,
  incomingTextRoutes,
  emailEventRoutes,
  outboxRoutes,
  messageTextRoutes,
  paymentRoutes,
  webhookRoutes,
] as const satisfies readonly ((deps: Deps) => AnyElysia)[]

type Routes<Module> = Module extends (deps: Deps) => { '~Routes': infer R } ? (all: R) => void : never

/** All API routes, used to type the pages' calls. A chain of this many `use` calls is too deep for tsc. */
export type ApiRoutes = Routes<(typeof apiModules)[number]> extends (all: infer R) => void ? R : never
