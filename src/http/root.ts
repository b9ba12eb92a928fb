import { Elysia, NotFoundError } from 'elysia'
import type { Deps } from '../deps'
import { Busy, FailedSignIn, Refusal } from '../lib/errors'
import { describeError } from '../lib/log'
import { renderError } from './errors'
import { AlreadyAnswered, type StoredAnswer } from './idempotency'
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

/** How a failure looks to somebody who opened an address in a browser. */
export type ErrorPage = (status: number, message: string, request: Request) => Response

/** No name of ours has such characters, and none may reach a header or the name of a file. */
const controlInPath = /^[^?]*%(?:[01][\da-f]|7f)/i

/** What is the same for every request, registered before any route. */
export const rootHooks = (deps: Deps, errorPage?: ErrorPage) => {
  const { onEvery, onInterface, onPages } = protection(deps)
  return new Elysia()
    .decorate('info', undefined as unknown as RequestInfo)
    .onRequest((context) => {
      const { request, set } = context
      const info: RequestInfo = { id: requestIdOf(request), startedAt: performance.now(), caller: anonymous }
      context.info = info
      set.headers['X-Request-Id'] = info.id
      Object.assign(set.headers, onEvery)
      // Unless a route says otherwise: answers name people and amounts, and no browser or proxy may keep them.
      if (targetOf(request).startsWith('/api/')) Object.assign(set.headers, onInterface)
      else Object.assign(set.headers, onPages)
      if (controlInPath.test(request.url)) throw new NotFoundError()
    })
    .onParse({ as: 'global' }, () => unread)
    .onTransform({ as: 'global' }, (context) => {
      context.query = plainQuery(context.request.url)
    })
    .onError({ as: 'global' }, async ({ error, code, set, info, request, route }) => {
      if (isFailedSignIn(error, request, deps.config.hq.sessionCookie))
        deps.access.refused(route ?? 'unknown', networkOf(info.client ?? ''))
      const { answer, failure = error } = error instanceof AlreadyAnswered ? await earlier(deps, info) : {}
      // A claim that cannot be given back now runs out soon.
      await info.once?.fail(deps).catch(() => null)
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
      if (failure instanceof Busy) set.headers['Retry-After'] = String(failure.retryAfterSeconds)
      set.status = status
      return errorPage && wantsPage(request) ? errorPage(status, body.error, request) : body
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
}

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
      // An answer is data: opened by its address, nothing in it may run, load or be framed.
      'Content-Security-Policy': `default-src 'none'; ${never}; sandbox`,
    },
    // Pages send stricter policies of their own.
    onPages: {
      'Content-Security-Policy': `default-src 'self'; ${never}`,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    },
  }
}

/** A wrong code, or a token that is not good. Nobody fails to sign in who did not try. */
function isFailedSignIn(error: unknown, { headers }: Request, cookie: string): boolean {
  if (error instanceof FailedSignIn) return true
  if (!(error instanceof Refusal) || error.reason !== 'unauthorised') return false
  return headers.has('authorization') || new Bun.CookieMap(headers.get('cookie') ?? '').has(cookie)
}

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

/** How a route has been doing, over its latest requests. */
export interface RouteFigures {
  /** Method and pattern. */
  route: string
  /** How many requests the figure is over. */
  sample: number
  p95Ms: number
}

const keptPerRoute = 200
const failuresKept = 1_000
/** Patterns, not addresses: no crowd can make more of them than there are routes. */
const routesKept = 1_000

/** The durations of the latest requests in memory, bounded, and cheap enough to take along with each. */
export class RequestLog {
  readonly #routes = new Map<string, { durations: Float32Array; count: number }>()
  readonly #failures = new Float64Array(failuresKept)
  #failed = 0

  record(method: string, route: string, status: number, ms: number, now: number): void {
    const key = `${method} ${route}`
    let known = this.#routes.get(key)
    if (!known) {
      if (this.#routes.size >= routesKept) return
      known = { durations: new Float32Array(keptPerRoute), count: 0 }
      this.#routes.set(key, known)
    }
    known.durations[known.count++ % keptPerRoute] = ms
    if (status >= 500) this.#failures[this.#failed++ % failuresKept] = now
  }

  /** Slowest first. */
  figures(): RouteFigures[] {
    return [...this.#routes]
      .map(([route, { durations, count }]) => {
        const sample = Math.min(count, keptPerRoute)
        return { route, sample, p95Ms: percentile(durations.slice(0, sample), 0.95) }
      })
      .toSorted((one, other) => other.p95Ms - one.p95Ms)
  }

  /** Answers of 500 and above since a moment; no more than are remembered. */
  failuresSince(since: number): number {
    return this.#failures.subarray(0, this.#failed).filter((at) => at >= since).length
  }
}

/** The nearest rank: the smallest value that so large a part of the sample does not exceed. */
export function percentile(sample: Float32Array, part: number): number {
  const sorted = sample.toSorted()
  return Math.round((sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0) * 10) / 10
}
