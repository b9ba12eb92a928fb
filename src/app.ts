import { Elysia, type AnyElysia } from 'elysia'
import type { Deps } from './deps'
import { rootHooks } from './http/root'
import { mountSwagger } from './http/swagger'
import { activityRoutes } from './modules/activity/routes'
import { customerAdminRoutes } from './modules/customers/admin-routes'
import { customerRoutes } from './modules/customers/routes'
import { campaignRoutes } from './modules/campaigns/routes'
import { franchiseRoutes } from './modules/franchises/routes'
import { splitRoutes } from './modules/franchises/split-routes'
import { geoRoutes } from './modules/geo/routes'
import { hqTaskRoutes } from './modules/hq-tasks/routes'
import { jobAdminRoutes } from './modules/jobs/admin-routes'
import { jobRoutes } from './modules/jobs/routes'
import { locationRoutes } from './modules/locations/routes'
import { outboxRoutes } from './modules/messages/admin-routes'
import { messageDevRoutes } from './modules/messages/dev-routes'
import { inboundSmsRoutes } from './modules/messages/inbound-routes'
import { unsubscribeRoutes } from './modules/messages/unsubscribe-routes'
import { planRoutes } from './modules/plans/routes'
import { onboardingRoutes } from './modules/onboarding/routes'
import { promoRoutes } from './modules/promos/routes'
import { serviceRoutes } from './modules/services/routes'
import { templateRoutes } from './modules/templates/routes'
import { vitalsRoutes } from './modules/vitals/routes'
import { workRoutes } from './modules/work/routes'
import { workerHoursRoutes } from './modules/workers/hours-routes'
import { workerRoutes } from './modules/workers/routes'
import { workerTokenRoutes } from './modules/workers/token-routes'

/** Every module, in the order the Swagger page shows them. */
const modules: ((deps: Deps) => AnyElysia)[] = [
  vitalsRoutes,
  geoRoutes,
  jobRoutes,
  customerRoutes,
  planRoutes,
  jobAdminRoutes,
  customerAdminRoutes,
  serviceRoutes,
  franchiseRoutes,
  splitRoutes,
  workerRoutes,
  workerHoursRoutes,
  workerTokenRoutes,
  promoRoutes,
  templateRoutes,
  hqTaskRoutes,
  activityRoutes,
  locationRoutes,
  workRoutes,
  campaignRoutes,
  onboardingRoutes,
  messageDevRoutes,
  inboundSmsRoutes,
  unsubscribeRoutes,
  outboxRoutes,
]

/** The plugin chain and nothing else: no socket, no timer, no environment. */
export function createApp(deps: Deps): AnyElysia {
  const app: AnyElysia = new Elysia().use(rootHooks(deps))
  for (const module of modules) app.use(module(deps))
  return mountSwagger(app)
}
