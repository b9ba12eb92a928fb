import { Elysia, type AnyElysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../src/deps'
import { endpoint, type AccessRule } from '../../src/http/endpoint'
import { plumbing } from '../../src/http/plumbing'
import { rootHooks } from '../../src/http/root'

export const ProbeInput = z.object({
  name: z.string().max(20),
  items: z
    .array(z.object({ sku: z.string().regex(/^[a-z]+$/, 'must be small letters'), count: z.int() }))
    .default([]),
  address: z.object({ zip: z.string().length(5) }).optional(),
  labels: z.record(z.string(), z.number()).optional(),
  extra: z.looseObject({ id: z.string() }).optional(),
})

const rules: AccessRule['as'][] = ['public', 'hq', 'key', 'cron', 'proof', 'worker']

/** One GET and one POST per kind of guard, on the plumbing every module uses. */
export function probeApp(deps: Deps): AnyElysia {
  const app: AnyElysia = new Elysia().use(rootHooks(deps))
  for (const as of rules) {
    const described = (summary: string) =>
      endpoint({ as, limit: 100, needs: 'administrator' }, { tag: 'Public', summary, answer: z.any() })
    app.use(
      new Elysia()
        .use(plumbing(deps))
        .get(`/probe/${as}`, ({ caller }) => caller, described('Say who is calling'))
        .post(`/probe/${as}`, ({ caller, body }) => ({ caller, body }), {
          ...described('Echo'),
          body: ProbeInput,
        })
        .get(`/probe/${as}/items/:id`, ({ params, query }) => ({ params, query }), {
          ...described('Echo parameters'),
          params: z.object({ id: z.uuid() }),
          query: z.object({
            size: z.coerce.number().int().max(50).optional(),
            q: z.string().min(2).optional(),
          }),
        }),
    )
  }
  return app
}
