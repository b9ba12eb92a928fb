import { Elysia } from 'elysia'
import type { Deps } from '../deps'
import { Refusal, missing, unauthorised } from '../lib/errors'
import { sameSecret } from '../lib/secret'
import type { Verdict } from '../limits/memory'
import { AlreadyAnswered, KeyedAnswer, unkeyed, type Once } from './idempotency'
import {
  readJson,
  targetOf,
  limitKeyOf,
  anonymous,
  clientAddress,
  type Caller,
  type RequestInfo,
} from './request'

type Context = Arriving & { info: RequestInfo; body: unknown }

const takesBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * The two words a route says about itself: `access` (who, how often) and `idempotent`.
 * Guards sit in `transform`, because Elysia validates before every later hook and a stranger must
 * get 401, not a lesson in what the body should look like. The body is read after them.
 */
export const plumbing = (deps: Deps) =>
  new Elysia().macro({
    access: (rule: AccessRule) => {
      // Signed bodies are their handlers' to read, byte for byte.
      const isRaw = rule.raw === true || rule.as === 'signature'
      return {
        async transform(context: unknown) {
          const arriving = context as Context
          arriving.info.caller = await admit(deps, rule, arriving)
          if (!isRaw && takesBody.has(arriving.request.method))
            arriving.body = await readJson(arriving.request)
        },
        resolve: (context: unknown): { caller: Caller } => ({ caller: (context as Context).info.caller }),
      }
    },

    /** Always, or unless the body has a field by which the answer becomes a secret, which is not kept. */
    idempotent: (when: true | { unless: string }) => ({
      async resolve(context: unknown): Promise<{ once: Once }> {
        const arriving = context as Context
        if (when !== true && when.unless in Object(arriving.body)) return { once: unkeyed }
        const keyed = keyedAnswer(deps, arriving)
        if (keyed === null) return { once: unkeyed }
        arriving.info.once = keyed
        if (await keyed.recall(deps.store)) throw new AlreadyAnswered('Answered already')
        return { once: keyed }
      },
      /** For work that could not settle in its own unit: the answer is kept at least for later twins. */
      async afterHandle(context: unknown) {
        const { info, set, response } = context as Context & { set: { status?: number }; response: unknown }
        const { once } = info
        if (once === undefined || once.settled) return
        await deps.store.write((tx) => once.settle(tx, set.status ?? 200, response))
      },
    }),
  })

function keyedAnswer(deps: Deps, { request, route, info, body }: Context): KeyedAnswer | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  return new KeyedAnswer(deps.clock, deps.secrets.linkSecret, {
    key,
    method: request.method,
    route,
    caller: `${info.caller.kind} ${info.caller.subject}`,
    target: targetOf(request),
    body,
  })
}

/** Who may call an endpoint, and how often a minute. */
export interface AccessRule {
  as: 'public' | 'signature' | 'hq' | 'cron' | 'proof' | 'worker'
  limit: number
  /** The body is not read as JSON: it is a form, or nobody wants it. Signed bodies never are. */
  raw?: true
}

/** The part of Elysia's context a guard needs. */
export interface Arriving {
  request: Request
  route: string
  server: { requestIP(request: Request): { address: string } | null } | null
  set: { headers: Record<string, string | number> }
}

/** Refusals come in one order everywhere: too many, then unauthorised, then whatever the body deserves. */
export async function admit(deps: Deps, rule: AccessRule, arriving: Arriving): Promise<Caller> {
  const counted = count(deps, rule, arriving)
  if (counted instanceof Promise) await counted
  // A HEAD runs the handler of its GET, and a task must not run because somebody probed it.
  if (rule.as === 'cron' && arriving.request.method === 'HEAD') throw missing('This method')
  return identify(deps, rule, arriving.request)
}

function count(
  deps: Deps,
  rule: AccessRule,
  { request, route, server, set }: Arriving,
): void | Promise<void> {
  const peer = server?.requestIP(request)?.address ?? null
  const client = clientAddress(peer, request.headers.get('x-forwarded-for'), deps.trustedProxies)
  // A HEAD is a GET whose answer is not sent: it costs the same, so it counts as one.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const key = `${method} ${route} ${limitKeyOf(client)}`
  const verdict = deps.limiter.hit(key, rule.limit)
  return verdict instanceof Promise
    ? verdict.then((late) => announce(late, rule.limit, set.headers))
    : announce(verdict, rule.limit, set.headers)
}

function announce(verdict: Verdict, limit: number, headers: Arriving['set']['headers']): void {
  const seconds = Math.max(1, Math.ceil(verdict.resetMs / 1000))
  headers['RateLimit-Policy'] = `"minute";q=${limit};w=60`
  headers['RateLimit'] = `"minute";r=${verdict.remaining};t=${seconds}`
  if (verdict.allowed) return
  headers['Retry-After'] = String(seconds)
  throw new Refusal('too-many', `Too many requests. Try again in ${seconds} s.`)
}

async function identify(deps: Deps, rule: AccessRule, request: Request): Promise<Caller> {
  switch (rule.as) {
    case 'public':
    // The webhook checks its signature over the raw bytes, which only its handler reads.
    case 'signature':
      return anonymous
    case 'hq':
      return { kind: 'hq', subject: await deps.tokens.hq.subjectOf(request) }
    case 'cron': {
      if (!sameSecret(bearerOf(request), deps.secrets.cronSecret))
        throw unauthorised('The cron secret is required')
      return { kind: 'cron', subject: '' }
    }
    case 'proof':
      return { kind: 'proof', subject: await deps.tokens.proof.emailOf(bearerOf(request)) }
    case 'worker':
      return { kind: 'worker', subject: await deps.tokens.worker.workerOf(bearerOf(request)) }
  }
  // A kind nobody knows opens nothing.
  throw unauthorised()
}

export function bearerOf(request: Request): string {
  const header = request.headers.get('authorization') ?? ''
  return /^bearer +(\S+) *$/i.exec(header)?.[1] ?? ''
}
