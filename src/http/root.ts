import { Elysia, NotFoundError } from 'elysia'
import type { Deps } from '../deps'
import { StoreUnavailable } from '../../db/store'
import { FailedSignIn, Refusal } from '../lib/errors'
import { describeError } from '../lib/log'
import type { Tracer } from '../telemetry/trace'
import { renderError } from './errors'
import { isProbe } from './readiness'
import { AlreadyAnswered, type StoredAnswer } from './idempotency'
import { unmatched } from './request-log'
import {
  unread,
  anonymous,
  networkOf,
  plainQuery,
  requestIdOf,
  addressOf,
  targetOf,
  type RequestInfo,
} from './request'

/** Renders an error for someone who opened an address in a browser. */
export type ErrorPage = (status: number, message: string, request: Request) => Response

interface Begun {
  request: Request
  set: { headers: Record<string, string | number> }
  info: RequestInfo
}
type PeerOf = (request: Request) => string | null

/** These need no database. */
const worksAlone = /^\/(?:assets|swagger|healthz|readyz)\b/

/** None of our paths contain control characters, and none may reach a header or a file name. */
const controlInPath = /^[^?]*%(?:[01][\da-f]|7f)/i

/**
 * Hooks for every request. Register them before any route.
 *
 * Elysia reads their source, and takes a hook that passes its whole context on to use everything: then every request pays
 * for a copy of its headers, its cookies and a getter. So hooks name what they use.
 */
export const rootHooks = (deps: Deps, errorPage?: ErrorPage, peerOf: PeerOf = () => null) => {
  const { onEvery, onInterface, onPages } = protection(deps)
  const { tracer } = deps.telemetry
  const hooks = new Elysia()
  if (tracer.on) hooks.wrap(traced(tracer))
  return (
    hooks
      .decorate('info', undefined as unknown as RequestInfo)
      // A function without parameters, because Elysia would take one that changes its context to use all of it.
      .onRequest(function (this: void) {
        const context = arguments[0] as Begun
        const { request, set } = context
        const id = requestIdOf(request)
        context.info = { id, startedAt: performance.now(), peer: peerOf(request), caller: anonymous }
        set.headers['X-Request-Id'] = id
        Object.assign(set.headers, onEvery)
        // Answers contain personal data and amounts, so nothing may cache them unless a route says otherwise.
        if (targetOf(request).startsWith('/api/')) Object.assign(set.headers, onInterface)
        else Object.assign(set.headers, onPages)
        if (controlInPath.test(request.url)) throw new NotFoundError()
      })
      .onParse({ as: 'global' }, () => unread)
      .onTransform({ as: 'global' }, (({ request }: { request: Request }) => {
        // Most pages would open without the database and then fail at every step.
        if (deps.store.isDown() && wantsPage(request) && !worksAlone.test(targetOf(request)))
          throw new StoreUnavailable('A page needs the database', { isReported: true })
        return { query: plainQuery(request.url) }
      }) as (context: unknown) => void)
      .onError({ as: 'global' }, async ({ error, code, set, info, request, route }) => {
        if (isFailedSignIn(error, request, deps.config.hq.sessionCookie))
          deps.access.refused(route ?? 'unknown', networkOf(info.client ?? ''))
        const { answer, failure = error } = error instanceof AlreadyAnswered ? await earlier(deps, info) : {}
        // If this fails, the claim expires soon.
        await info.once?.fail(deps).catch(() => null)
        if (answer) {
          set.status = answer.status
          set.headers['Idempotent-Replay'] = 'true'
          return answer.answer
        }
        const { status, body, unexpected, retryAfterSeconds } = renderError(failure, code, info.id)
        if (unexpected !== undefined)
          deps.log[status === 500 ? 'error' : 'warn']('request failed', {
            request: info.id,
            method: request.method,
            status,
            ...describeError(unexpected),
          })
        if (retryAfterSeconds !== undefined) set.headers['Retry-After'] = String(retryAfterSeconds)
        set.status = status
        return errorPage && wantsPage(request) ? errorPage(status, body.error, request) : body
      })
      .onAfterResponse({ as: 'global' }, ({ info, request, route, responseValue, set }) => {
        // Pages, files and redirects are complete responses with their own status.
        const answered = responseValue instanceof Response ? responseValue : set
        const status = Number(answered.status ?? 200)
        const ms = Math.round((performance.now() - info.startedAt) * 10) / 10
        // A process that isn't ready has not failed a request.
        if (!isProbe(route))
          deps.requests.record(request.method, route ?? unmatched, status, ms, deps.clock.now())
        if (tracer.on)
          tracer.endRequest(
            route === undefined ? request.method : `${request.method} ${route}`,
            {
              'http.request.method': request.method,
              ...(route === undefined ? {} : { 'http.route': route }),
              'http.response.status_code': status,
              'truckroll.request_id': info.id,
            },
            status >= 500,
          )
        // Log the route's pattern, because the path can contain an email, an id or a token.
        deps.log[isProbe(route) ? 'debug' : 'info']('request', {
          request: info.id,
          method: request.method,
          route: route ?? unmatched,
          status,
          ms,
          caller: info.caller.kind,
        })
      })
  )
}

/** Runs the whole handling of a request in its own span. */
const traced =
  (tracer: Tracer) =>
  (handle: (...given: unknown[]) => unknown, request: Request) =>
  (...given: unknown[]): unknown =>
    tracer.request(request.headers.get('traceparent'), () => handle(...given))

const never = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Headers that keep other sites from framing, reading or downgrading our answers. */
function protection({ config: { publicUrl } }: Pick<Deps, 'config'>) {
  const isSecure = publicUrl.startsWith('https:')
  return {
    onEvery: {
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
    },
    onInterface: {
      'Cache-Control': 'no-store',
      // If someone opens an answer in a browser, nothing in it may run, load or be framed.
      'Content-Security-Policy': `default-src 'none'; ${never}; sandbox`,
    },
    // Pages add stricter policies of their own.
    onPages: {
      'Content-Security-Policy': `default-src 'self'; ${never}`,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    },
  }
}

/** A wrong code or a bad token counts as a failed sign-in; a request without credentials doesn't. */
function isFailedSignIn(error: unknown, { headers }: Request, cookie: string): boolean {
  if (error instanceof FailedSignIn) return true
  if (!(error instanceof Refusal) || error.reason !== 'unauthorised') return false
  return headers.has('authorization') || new Bun.CookieMap(headers.get('cookie') ?? '').has(cookie)
}

/** Browsers ask for HTML when they open a page; the API always answers with JSON. */
function wantsPage(request: Request): boolean {
  const { pathname } = addressOf(request)
  return !pathname.startsWith('/api') && (request.headers.get('accept') ?? '').includes('text/html')
}

/** The answer that this request or a faster repeat already has, or the reason why it can't be returned. */
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
