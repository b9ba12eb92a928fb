import { Elysia } from 'elysia'
import type { Deps } from '../deps'
import { describeError } from '../lib/log'
import { unread } from './body'
import './wording'
import { anonymous } from './caller'
import { renderError } from './errors'
import { AlreadyAnswered, type StoredAnswer } from './idempotency'
import { plainQuery } from './query'
import { requestIdOf, type RequestInfo } from './request-info'
import { addressOf, targetOf } from './target'

/** How a failure looks to somebody who opened an address in a browser. */
export type ErrorPage = (status: number, message: string) => Response

/** What is the same for every request, registered before any route. */
export const rootHooks = (deps: Deps, errorPage?: ErrorPage) =>
  new Elysia()
    .decorate('info', undefined as unknown as RequestInfo)
    .onRequest((context) => {
      const { request, set } = context
      const info: RequestInfo = { id: requestIdOf(request), startedAt: performance.now(), caller: anonymous }
      context.info = info
      set.headers['X-Request-Id'] = info.id
      set.headers['X-Content-Type-Options'] = 'nosniff'
      // Unless a route says otherwise: answers name people and amounts, and no browser or proxy is to keep them.
      if (targetOf(request).startsWith('/api/')) set.headers['Cache-Control'] = 'no-store'
    })
    .onParse({ as: 'global' }, () => unread)
    .onTransform({ as: 'global' }, (context) => {
      context.query = plainQuery(context.request.url)
    })
    .onError({ as: 'global' }, async ({ error, code, set, info, request }) => {
      const { answer, failure = error } = error instanceof AlreadyAnswered ? await earlier(deps, info) : {}
      if (answer) {
        set.status = answer.status
        set.headers['Idempotent-Replay'] = 'true'
        return answer.answer
      }
      const { status, body, unexpected } = renderError(failure, code, info.id)
      if (unexpected !== undefined)
        deps.log[status === 500 ? 'error' : 'warn']('request failed', {
          request: info.id,
          method: request.method,
          status,
          ...describeError(unexpected),
        })
      set.status = status
      return errorPage && wantsPage(request) ? errorPage(status, body.error) : body
    })
    .onAfterResponse({ as: 'global' }, ({ info, request, route, responseValue, set }) => {
      // A page, a file or a redirect is a whole answer, with a status of its own.
      const answered = responseValue instanceof Response ? responseValue : set
      const status = Number(answered.status ?? 200)
      const ms = Math.round((performance.now() - info.startedAt) * 10) / 10
      deps.requests.record(request.method, route ?? 'unknown', status, ms, deps.clock.now())
      // The route's pattern, not its address: an address may carry an e-mail, an id or a token.
      deps.log.info('request', {
        request: info.id,
        method: request.method,
        route: route ?? 'unknown',
        status,
        ms,
        caller: info.caller.kind,
      })
    })

/** A browser that goes to an address says so; the interface itself speaks JSON to everybody. */
function wantsPage(request: Request): boolean {
  const { pathname } = addressOf(request)
  return !pathname.startsWith('/api') && (request.headers.get('accept') ?? '').includes('text/html')
}

/** The answer this request, or its quicker twin, has already; or why it may not have that one. */
async function earlier(
  deps: Deps,
  info: RequestInfo,
): Promise<{ answer?: StoredAnswer | null; failure?: unknown }> {
  try {
    return { answer: await info.once?.recall(deps.store) }
  } catch (failure) {
    return { failure }
  }
}
