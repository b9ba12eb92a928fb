import { Elysia } from 'elysia'
import type { Deps } from '../deps'
import type { Door } from '../lib/actor'
import { Refusal, missing, secondsText, unauthorised } from '../lib/errors'
import { sameSecret } from '../lib/secret'
import type { Verdict } from '../limits/window'
import { unlimited, type AccessRule, type Documentation, type FranchiseScope } from './endpoint'
import { ExportWatch } from './exports'
import { bearerOf, hqCaller, keyCaller } from './hq-caller'
import { AlreadyAnswered, KeyedAnswer, answerOf, unkeyed, type Once } from './idempotency'
import {
  readJson,
  targetOf,
  limitKeyOf,
  networkKeyOf,
  anonymous,
  clientAddress,
  scopeOf,
  type Caller,
  type RequestInfo,
} from './request'
import { stayInside, type Named } from './scope'

type Context = Arriving & { body: unknown }

const takesBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Elysia would otherwise tell uses of a macro on one route apart by writing out all schemas; ours have one. */
const seed = 'once per route'

/**
 * The macros behind `endpoint`: `access` says who can call and how often, `answer` and `idempotent` say how
 * to answer. Guards run in `transform` because Elysia validates before every later hook, and an unauthorized
 * caller must get 401 without learning what the body should look like. The body is read after the guards.
 *
 * Hooks are arrow functions because Elysia reads their source, and can't read a minified method.
 */
export const plumbing = (deps: Deps) =>
  new Elysia().macro({
    access: (rule: AccessRule) => {
      // Handlers check signed bodies byte for byte, so they read them themselves.
      const isRaw = rule.raw === true || rule.as === 'signature'
      return {
        seed,
        transform: async (context: unknown) => {
          const arriving = context as Context
          arriving.info.caller = await admit(deps, rule, arriving)
          if (!isRaw && takesBody.has(arriving.request.method))
            arriving.body = await readJson(arriving.request)
        },
        // After validation, so that the ids are checked as the handler will read them.
        ...(rule.as === 'hq' && rule.scope !== undefined
          ? { resolve: confined(deps, rule.scope) }
          : { resolve: callerOf }),
      }
    },

    answer: (doc: Documentation) => {
      const { status = 200, bare } = doc
      // Only the console's endpoints answer with files to save, so the others needn't wait for the hook.
      if (bare && status === 200)
        return doc.tag === 'Admin' ? { seed, afterHandle: exportWatcher(deps) } : { seed }
      return {
        seed,
        transform: (context: unknown) => {
          const { set } = context as Answered
          set.status = status
        },
        afterHandle: doc.tag === 'Admin' ? [wrapper(doc), exportWatcher(deps)] : wrapper(doc),
      }
    },

    idempotent: (doc: Documentation) => {
      const wrap = wrapper(doc)
      return {
        seed,
        resolve: async (context: unknown): Promise<{ once: Once }> => {
          const arriving = context as Context & Answered
          arriving.set.status = doc.status ?? 200
          const keyed = keyedAnswer(deps, doc, arriving)
          if (keyed === null) return { once: unkeyed }
          arriving.info.once = keyed
          if (await keyed.begin(deps)) throw new AlreadyAnswered('Answered already')
          return { once: keyed }
        },
        afterHandle: async (context: unknown): Promise<unknown> => {
          const { info, set, response } = context as Context & Answered
          const { once } = info
          // If the work couldn't store its answer in its own unit, store it here for repeats.
          if (once !== undefined && !once.settled)
            await deps.store.write((tx) => once.settle(tx, response, { isNew: set.status !== 200 }))
          once?.end()
          return wrap(context)
        },
      }
    },
  })

const callerOf = (context: unknown): { caller: Caller } => ({ caller: (context as Context).info.caller })

/** Keeps a caller who is limited to one franchise inside it. */
const confined =
  (deps: Deps, scope: FranchiseScope) =>
  async (context: unknown): Promise<{ caller: Caller }> => {
    const { caller } = callerOf(context)
    const franchiseId = scopeOf(caller)
    const { request, params, query, body } = context as Context & Omit<Named, 'method'>
    const named = { method: request.method, params, query, body }
    if (franchiseId !== null) await stayInside(deps.store.read, scope, franchiseId, named)
    return { caller }
  }

interface Answered {
  set: { status?: number }
  response: unknown
}

const notWaitedFor = new Error("Elysia didn't await this route's handler. Write it as an async function.")

/**
 * Elysia guesses from a function's source code whether to await it. This hook must not be awaited, so that it
 * can catch a handler that should have been.
 */
const wrapper =
  (doc: Documentation) =>
  (context: unknown): unknown => {
    const { response } = context as Answered
    if (response instanceof Promise) throw notWaitedFor
    // A file or a page is already a complete response.
    return response instanceof Response ? response : answerOf(doc, response)
  }

const exportWatcher =
  (deps: Deps) =>
  async (context: unknown): Promise<unknown> => {
    const { info, response } = context as Context & Answered
    await deps.state.of(ExportWatch).watch(info.caller, response)
    return undefined
  }

function keyedAnswer(deps: Deps, doc: Documentation, { request, route, info, body }: Context) {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  const { idempotent } = doc
  // A secret answer is never stored.
  if (typeof idempotent === 'object' && idempotent.unless in Object(body)) return null
  const caller = `${info.caller.kind} ${info.caller.subject}`
  const keyed = { key, method: request.method, route, caller, target: targetOf(request), body }
  return new KeyedAnswer(deps.clock, deps.secrets.linkSecret, keyed, doc)
}

export interface Arriving {
  request: Request
  route: string
  server: { requestIP(request: Request): { address: string } | null } | null
  set: { headers: Record<string, string | number> }
  info: RequestInfo
}

/** Checks in the same order everywhere: the rate limit (429), then the caller (401), then the body. */
export async function admit(deps: Deps, rule: AccessRule, arriving: Arriving): Promise<Caller> {
  const counted = count(deps, rule, arriving)
  if (counted instanceof Promise) await counted
  // HEAD runs the handler of GET, and a probe must not start a scheduled task.
  if (rule.as === 'cron' && arriving.request.method === 'HEAD') throw missing('This method')
  return identify(deps, rule, arriving)
}

/** The client's address, behind any trusted proxies. */
export function clientOf(
  { trustedProxies }: Pick<Deps, 'trustedProxies'>,
  { request, server }: Pick<Arriving, 'request' | 'server'>,
): string {
  const peer = server?.requestIP(request)?.address ?? null
  return clientAddress(peer, request.headers.get('x-forwarded-for'), trustedProxies)
}

/** A single customer can own a whole /48, but thousands of phones can share one too. */
const networkFactor = 16

function count(deps: Deps, rule: AccessRule, arriving: Arriving): void | Promise<void> {
  if (rule.limit === unlimited) return
  const { request, route, set } = arriving
  const client = clientOf(deps, arriving)
  arriving.info.client = client
  // HEAD costs as much as GET, so it counts as one.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const network = networkKeyOf(client)
  const verdict = deps.limiter.hit(
    `${method} ${route} ${limitKeyOf(client)}`,
    rule.limit,
    network === null
      ? undefined
      : { key: `${method} ${route} ${network}`, limit: rule.limit * networkFactor },
  )
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
  throw new Refusal('too-many', `Too many requests. Try again in ${secondsText(seconds)}.`)
}

async function identify(deps: Deps, rule: AccessRule, arriving: Arriving): Promise<Caller> {
  const { request } = arriving
  switch (rule.as) {
    case 'public':
    // The webhook's handler checks the signature, because only it reads the raw bytes.
    case 'signature':
      return anonymous
    case 'hq':
      return { ...(await hqCaller(deps, request, rule)), from: placeOf(arriving, doorOf(request)) }
    case 'key':
      return { ...(await assistantCaller(deps, arriving)), from: placeOf(arriving, 'mcp') }
    case 'cron': {
      if (!sameSecret(bearerOf(request), deps.secrets.cronSecret))
        throw unauthorised('The cron secret is required')
      return { kind: 'cron', subject: '' }
    }
    case 'proof':
      return { kind: 'proof', subject: await deps.tokens.proof.emailOf(bearerOf(request)) }
    case 'worker': {
      const { workerId, tokenId } = await deps.tokens.worker.holderOf(bearerOf(request))
      return { kind: 'worker', subject: workerId, tokenId }
    }
  }
  // An unknown kind of caller is refused.
  throw unauthorised()
}

/** Only browsers send these headers, and they let no page forge them. */
const doorOf = ({ headers }: Request): Door =>
  headers.has('sec-fetch-site') || headers.has('origin') ? 'console' : 'api'

const placeOf = ({ info }: Arriving, via: Door) => ({ via, address: info.client ?? null })

/** The header tells a client that a bearer token would help. */
async function assistantCaller({ tokens }: Deps, { request, set }: Arriving): Promise<Caller> {
  try {
    return await keyCaller(tokens, bearerOf(request))
  } catch (error) {
    set.headers['WWW-Authenticate'] = 'Bearer realm="Truckroll", error="invalid_token"'
    throw error
  }
}
