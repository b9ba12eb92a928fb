import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { outsideApi } from '../../../http/endpoint'
import { bearerOf } from '../../../http/hq-caller'
import { plumbing } from '../../../http/plumbing'
import { isFromThisMachine } from '../../../http/request'
import { unauthorised } from '../../../lib/errors'
import { sameSecret } from '../../../lib/secret'
import { readMetricsText } from './metrics-text'

const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }

/** Not part of the API: Prometheus expects it at this path and in its own format. */
export const metricsTextRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get(
    '/metrics',
    async ({ request, server, info }) => {
      // A request with a credential is judged by that alone.
      const isAllowed = request.headers.has('authorization')
        ? sameSecret(bearerOf(request), deps.config.metrics.token)
        : isFromThisMachine(request, info.peer)
      if (!isAllowed) throw unauthorised('The metrics token is required')
      return new Response(await readMetricsText(deps, server?.pendingRequests ?? 0), { headers })
    },
    { access: { as: 'public', limit: 120 }, ...outsideApi('Metrics for Prometheus') },
  )
