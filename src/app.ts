import { Elysia, type AnyElysia } from 'elysia'
import { apiModules } from './api'
import type { Deps } from './deps'
import { probeRoutes } from './http/readiness'
import { rootHooks } from './http/root'
import { mountSwagger } from './http/swagger'
import { mcpRoutes } from './mcp/routes'
import { eventTypes } from './modules/webhooks'
import { keptJson } from './web/assets/asset'
import { metricsTextRoutes } from './modules/operations'
import { lookRoutes } from './web/assets/look'
import { assetRoutes } from './web/assets/routes'
import { bookingConfirmationRoutes } from './web/book/confirm-page'
import { bookRoutes } from './web/book/routes'
import { cardPageRoutes } from './web/card-page'
import { planPageRoutes } from './web/plan-page'
import { checkoutReturnRoutes } from './web/checkout-return'
import { demoCardRoutes, demoCheckoutRoutes, demoOnboardingRoutes } from './web/demo-routes'
import { homeRoutes } from './web/home/routes'
import { invoicePageRoutes } from './web/invoice-routes'
import { errorPage } from './web/layout/notice'
import { onboardingRoutes } from './web/onboarding'
import { pageRoutes } from './web/page-routes'
import { unsubscribeRoutes } from './web/unsubscribe'
import { ratingPageRoutes } from './web/visit/rating-page'
import { trackPageRoutes } from './web/visit/track-page'
import { visitPageRoutes } from './web/visit/visit-page'

/** Pages come after the API. People open them by address, so no code needs their types. */
const pages: ((deps: Deps) => AnyElysia)[] = [
  invoicePageRoutes,
  unsubscribeRoutes,
  checkoutReturnRoutes,
  cardPageRoutes,
  planPageRoutes,
  onboardingRoutes,
  demoCheckoutRoutes,
  demoOnboardingRoutes,
  demoCardRoutes,
  homeRoutes,
  bookRoutes,
  bookingConfirmationRoutes,
  visitPageRoutes,
  trackPageRoutes,
  ratingPageRoutes,
  pageRoutes,
  assetRoutes,
  lookRoutes,
  metricsTextRoutes,
]

/** Builds the app without opening a socket, starting a timer or reading the environment. */
export function createApp(deps: Deps): AnyElysia {
  const app: AnyElysia = new Elysia()
  const peerOf = (request: Request) => app.server?.requestIP(request)?.address ?? null
  app.use(rootHooks(deps, errorPage(deps), peerOf))
  for (const module of [probeRoutes, ...apiModules, mcpRoutes, ...pages]) app.use(module(deps))
  return mountSwagger(app, deps, keptJson, eventTypes)
}
