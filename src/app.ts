import { Elysia, type AnyElysia } from 'elysia'
import type { Deps } from './deps'
import { rootHooks } from './http/root'
import { mountSwagger } from './http/swagger'
import { accountRoutes, customerAdminRoutes, verifyRoutes } from './modules/accounts'
import { promoRoutes, serviceRoutes } from './modules/catalog'
import { customerRoutes } from './modules/customers'
import { franchiseRoutes, splitRoutes } from './modules/franchises'
import { geoAdminRoutes, geoRoutes } from './modules/geo'
import { invoiceAdminRoutes, invoiceRoutes } from './modules/invoices'
import { jobAdminRoutes, jobRoutes } from './modules/jobs'
import { campaignRoutes, outboxRoutes, messageDevRoutes, inboundSmsRoutes } from './modules/messages'
import { activityRoutes, todoRoutes } from './modules/office'
import {
  backupRoutes,
  codehostRoutes,
  clientErrorRoutes,
  healthRoutes,
  hostingRoutes,
  insightRoutes,
  metricRoutes,
  reportRoutes,
  dispatchTaskRoutes,
  onboardingTaskRoutes,
  recurringTaskRoutes,
  retryTaskRoutes,
  vitalsRoutes,
} from './modules/operations'
import {
  moveRoutes,
  repriceRoutes,
  cancelRoutes,
  checkoutRoutes,
  paymentRoutes,
  refundRoutes,
  processorEventRoutes,
} from './modules/payments'
import { connectRoutes, transferRoutes } from './modules/payouts'
import { billingAdminRoutes, billingRoutes, planRoutes, jobTemplateRoutes } from './modules/recurring'
import { availabilityRoutes, bookingPageRoutes, dispatchAdminRoutes } from './modules/scheduling'
import {
  locationRoutes,
  workRoutes,
  workerHoursRoutes,
  workerRoutes,
  workerTokenRoutes,
} from './modules/workforce'
import { keptJson } from './web/assets/asset'
import { assetRoutes } from './web/assets/routes'
import { bookRoutes } from './web/book/routes'
import { checkoutReturnRoutes } from './web/checkout-return'
import { demoCheckoutRoutes, demoOnboardingRoutes } from './web/demo-routes'
import { invoicePageRoutes } from './web/invoice-routes'
import { errorPage } from './web/layout/notice'
import { pageRoutes } from './web/page-routes'
import { unsubscribeRoutes } from './web/unsubscribe'

/** Every module, in the order the Swagger page shows them. */
const modules: ((deps: Deps) => AnyElysia)[] = [
  vitalsRoutes,
  geoRoutes,
  bookingPageRoutes,
  availabilityRoutes,
  reportRoutes,
  jobRoutes,
  verifyRoutes,
  accountRoutes,
  cancelRoutes,
  checkoutRoutes,
  processorEventRoutes,
  connectRoutes,
  invoiceRoutes,
  invoicePageRoutes,
  billingRoutes,
  recurringTaskRoutes,
  dispatchTaskRoutes,
  onboardingTaskRoutes,
  retryTaskRoutes,
  planRoutes,
  jobAdminRoutes,
  moveRoutes,
  repriceRoutes,
  dispatchAdminRoutes,
  refundRoutes,
  transferRoutes,
  invoiceAdminRoutes,
  billingAdminRoutes,
  customerRoutes,
  customerAdminRoutes,
  serviceRoutes,
  franchiseRoutes,
  geoAdminRoutes,
  splitRoutes,
  workerRoutes,
  workerHoursRoutes,
  workerTokenRoutes,
  promoRoutes,
  jobTemplateRoutes,
  todoRoutes,
  healthRoutes,
  metricRoutes,
  backupRoutes,
  insightRoutes,
  codehostRoutes,
  hostingRoutes,
  activityRoutes,
  clientErrorRoutes,
  locationRoutes,
  workRoutes,
  campaignRoutes,
  messageDevRoutes,
  inboundSmsRoutes,
  unsubscribeRoutes,
  outboxRoutes,
  paymentRoutes,
  checkoutReturnRoutes,
  demoCheckoutRoutes,
  demoOnboardingRoutes,
  bookRoutes,
  pageRoutes,
  assetRoutes,
]

/** The plugin chain and nothing else: no socket, no timer, no environment. */
export function createApp(deps: Deps): AnyElysia {
  const app: AnyElysia = new Elysia().use(rootHooks(deps, errorPage(deps)))
  for (const module of modules) app.use(module(deps))
  return mountSwagger(app, deps, keptJson)
}
