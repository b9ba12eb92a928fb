import { Elysia } from 'elysia'
import type { Deps } from '../deps'
import { readJson } from './body'
import type { Caller } from './caller'
import { admit, type AccessRule, type Arriving } from './guard'
import { AlreadyAnswered, KeyedAnswer, unkeyed, type Once } from './idempotency'
import type { RequestInfo } from './request-info'
import { targetOf } from './target'

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
