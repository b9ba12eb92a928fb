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

/**
 * Gives a hook the type that Elysia's macros take. Elysia reads its source: a hook that names what it uses costs only
 * that, and one that passes its whole context on makes every request copy its headers and parse its cookies.
 */
const hook = <Answer>(run: (context: never) => Answer) => run as (context: unknown) => Answer
/** One that changes the context, by returning what to change. */
const transformer = (run: (context: never) => unknown) => run as (context: unknown) => Promise<void>

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
  new Elysia().decorate('info', undefined as unknown as RequestInfo).macro({
    access: (rule: AccessRule) => {
      // Handlers check signed bodies byte for byte, so they read them themselves.
      const isRaw = rule.raw === true || rule.as === 'signature'
      return {
        seed,
        transform: transformer(async ({ request, route, set, info }: Arriving) => {
          info.caller = await admit(deps, rule, { request, route, set, info })
          return isRaw || !takesBody.has(request.method) ? {} : { body: await readJson(request) }
        }),
        // After validation, so that the ids are checked as the handler will read them.
        ...(rule.as === 'hq' && rule.scope !== undefined
          ? { resolve: hook(confined(deps, rule.scope)) }
          : { resolve: hook(callerOf) }),
      }
    },

    answer: (doc: Documentation) => {
      const { status = 200, bare } = doc
      // Only the console's endpoints answer with files to save, so the others needn't wait for the hook.
      if (bare && status === 200)
        return doc.tag === 'Admin' ? { seed, afterHandle: hook(exportWatcher(deps)) } : { seed }
      return {
        seed,
        transform: hook(({ set }: Answered) => {
          set.status = status
        }),
        afterHandle:
          doc.tag === 'Admin' ? [hook(wrapper(doc)), hook(exportWatcher(deps))] : hook(wrapper(doc)),
      }
    },

    idempotent: (doc: Documentation) => {
      const wrap = wrapper(doc)
      return {
        seed,
        resolve: hook(
          async ({ request, route, info, body, set }: Context & Answered): Promise<{ once: Once }> => {
            set.status = doc.status ?? 200
            const keyed = keyedAnswer(deps, doc, { request, route, info, body })
            if (keyed === null) return { once: unkeyed }
            info.once = keyed
            if (await keyed.begin(deps)) throw new AlreadyAnswered('Answered already')
            return { once: keyed }
          },
        ),
        afterHandle: hook(async ({ info, set, response }: Context & Answered): Promise<unknown> => {
          const { once } = info
          // If the work couldn't store its answer in its own unit, store it here for repeats.
          if (once !== undefined && !once.settled)
            await deps.store.write((tx) => once.settle(tx, response, { isNew: set.status !== 200 }))
          once?.end()
          return wrap({ response })
        }),
      }
    },
  })

const callerOf = ({ info }: Pick<Context, 'info'>): { caller: Caller } => ({ caller: info.caller })

/** Keeps a caller who is limited to one franchise inside it. */
const confined =
  (deps: Deps, scope: FranchiseScope) =>
  async ({
    info,
    request,
    params,
    query,
    body,
  }: Context & Omit<Named, 'method'>): Promise<{ caller: Caller }> => {
    const { caller } = info
    const franchiseId = scopeOf(caller)
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
  ({ response }: Pick<Answered, 'response'>): unknown => {
    if (response instanceof Promise) throw notWaitedFor
    // A file or a page is already a complete response.
    return response instanceof Response ? response : answerOf(doc, response)
  }

const exportWatcher =
  (deps: Deps) =>
  async ({ info, response }: Context & Answered): Promise<unknown> => {
    await deps.state.of(ExportWatch).watch(info.caller, response)
    return undefined
  }

function keyedAnswer(deps: Deps, doc: Documentation, { request, route, info, body }: Omit<Context, 'set'>) {
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
  { request, info }: Pick<Arriving, 'request' | 'info'>,
): string {
  return clientAddress(info.peer, request.headers.get('x-forwarded-for'), trustedProxies)
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
