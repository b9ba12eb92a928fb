import { Elysia, type AnyElysia } from 'elysia'
import type { Deps } from './deps'
import { rootHooks } from './http/root'
import { mountSwagger } from './http/swagger'
import { accountRoutes } from './modules/accounts/routes'
import { activityRoutes } from './modules/activity/routes'
import { availabilityRoutes } from './modules/availability/routes'
import { billingAdminRoutes } from './modules/billing/admin-routes'
import { billingRoutes } from './modules/billing/routes'
import { backupRoutes } from './modules/backups/routes'
import { customerAdminRoutes } from './modules/customers/admin-routes'
import { customerRoutes } from './modules/customers/routes'
import { bookingPageRoutes } from './modules/booking-page/routes'
import { campaignRoutes } from './modules/campaigns/routes'
import { codehostRoutes } from './modules/codehost/routes'
import { completionRoutes } from './modules/completion/routes'
import { dispatchAdminRoutes } from './modules/dispatch/admin-routes'
import { errorRoutes } from './modules/errors/routes'
import { franchiseRoutes } from './modules/franchises/routes'
import { splitRoutes } from './modules/franchises/split-routes'
import { geoAdminRoutes } from './modules/geo/admin-routes'
import { geoRoutes } from './modules/geo/routes'
import { healthRoutes } from './modules/health/routes'
import { hostingRoutes } from './modules/hosting/routes'
import { hqTaskRoutes } from './modules/hq-tasks/routes'
import { invoiceAdminRoutes } from './modules/invoices/admin-routes'
import { invoiceRoutes } from './modules/invoices/routes'
import { insightRoutes } from './modules/insights/routes'
import { jobAdminRoutes } from './modules/jobs/admin-routes'
import { jobRoutes } from './modules/jobs/routes'
import { locationRoutes } from './modules/locations/routes'
import { outboxRoutes } from './modules/messages/admin-routes'
import { messageDevRoutes } from './modules/messages/dev-routes'
import { inboundSmsRoutes } from './modules/messages/inbound-routes'
import { metricRoutes } from './modules/metrics/routes'
import { planRoutes } from './modules/plans/routes'
import { pricingRoutes } from './modules/pricing/routes'
import { promoRoutes } from './modules/promos/routes'
import { reportRoutes } from './modules/reports/routes'
import { serviceRoutes } from './modules/services/routes'
import { dispatchTaskRoutes } from './modules/tasks/dispatch-routes'
import { onboardingTaskRoutes } from './modules/tasks/onboarding-routes'
import { recurringTaskRoutes } from './modules/tasks/recurring-routes'
import { retryTaskRoutes } from './modules/tasks/retry-routes'
import { templateRoutes } from './modules/templates/routes'
import { vitalsRoutes } from './modules/vitals/routes'
import { workRoutes } from './modules/work/routes'
import { workerHoursRoutes } from './modules/workers/hours-routes'
import { workerRoutes } from './modules/workers/routes'
import { workerTokenRoutes } from './modules/workers/token-routes'
import { cancelRoutes } from './modules/cancel/routes'
import { checkoutRoutes } from './modules/checkout/routes'
import { connectRoutes } from './modules/connect/routes'
import { paymentRoutes } from './modules/payments/routes'
import { refundRoutes } from './modules/refunds/routes'
import { transferRoutes } from './modules/transfers/routes'
import { webhookRoutes } from './modules/webhooks/routes'
import { keptJson } from './web/assets/kept'
import { assetRoutes } from './web/assets/routes'
import { checkoutReturnRoutes } from './web/checkout-return'
import { invoicePageRoutes } from './web/invoice-routes'
import { demoCheckoutRoutes, demoOnboardingRoutes } from './web/demo-routes'
import { errorPage } from './web/layout/error-page'
import { bookRoutes } from './web/book/routes'
import { pageRoutes } from './web/page-routes'
import { unsubscribeRoutes } from './web/unsubscribe-routes'

/** Every module, in the order the Swagger page shows them. */
const modules: ((deps: Deps) => AnyElysia)[] = [
  vitalsRoutes,
  geoRoutes,
  bookingPageRoutes,
  availabilityRoutes,
  reportRoutes,
  jobRoutes,
  customerRoutes,
  accountRoutes,
  cancelRoutes,
  checkoutRoutes,
  webhookRoutes,
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
  completionRoutes,
  pricingRoutes,
  dispatchAdminRoutes,
  refundRoutes,
  transferRoutes,
  invoiceAdminRoutes,
  billingAdminRoutes,
  customerAdminRoutes,
  serviceRoutes,
  franchiseRoutes,
  geoAdminRoutes,
  splitRoutes,
  workerRoutes,
  workerHoursRoutes,
  workerTokenRoutes,
  promoRoutes,
  templateRoutes,
  hqTaskRoutes,
  healthRoutes,
  metricRoutes,
  backupRoutes,
  insightRoutes,
  codehostRoutes,
  hostingRoutes,
  activityRoutes,
  errorRoutes,
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
