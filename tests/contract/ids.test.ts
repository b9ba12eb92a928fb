import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { describedRoutes } from '../../src/http/swagger'
import { aSchedule, aTemplate } from '../modules/recurring/world'
import { expectStatus, startAdmin, type Admin } from '../support/admin'
import { booking } from '../support/world'

const admin: Admin = await startAdmin()
afterAll(() => admin.close())

const small = '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d'
const isId = /^(?:id|into|franchise|worker|job_id|[a-z]+(?:[A-Z][a-z]+)*Id)$/
/** Names others use for their own things, compared letter by letter. */
const foreign = new Set(['paymentId', 'paymentsCustomerId'])
/** Fields the caller only gets back. */
const echoed = new Set(['POST /api/vitals id', 'POST /api/dev/invoice job.id'])

type Field = [path: string, schema: z.ZodType]

/** Every field a schema accepts, at any depth. */
function fieldsOf(schema: unknown, path: string[] = []): Field[] {
  const { def } = schema as { def: Record<string, unknown> & { type: string } }
  if (def.type === 'object')
    return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
      fieldsOf(inner, [...path, name]),
    )
  if (def.type === 'array') return fieldsOf(def.element, path)
  if (def.type === 'pipe') return fieldsOf(def.in, path)
  if (def.type === 'union') return (def.options as unknown[]).flatMap((option) => fieldsOf(option, path))
  if (def.innerType !== undefined) return fieldsOf(def.innerType, path)
  return [[path.join('.'), schema as z.ZodType]]
}

const ours = describedRoutes(admin.app).filter(({ path }) => !path.startsWith('/demo/'))
const named = ours.flatMap(({ method, path, hooks }) =>
  [hooks.params, hooks.query, hooks.body].flatMap((schema) =>
    (schema === undefined ? [] : fieldsOf(schema))
      .filter(([field, inner]) => {
        const name = field.split('.').at(-1) ?? ''
        return (
          isId.test(name) &&
          !foreign.has(name) &&
          !echoed.has(`${method} ${path} ${field}`) &&
          inner.safeParse(small).success
        )
      })
      .map(([field, inner]) => [`${method} ${path} ${field}`, inner] as const),
  ),
)

describe('an id in capital letters', () => {
  test('is tested in many places', () => expect(named.length).toBeGreaterThan(90))

  test('is the same id wherever one is accepted', () => {
    const missed = named.filter(([, schema]) => schema.parse(small.toUpperCase()) !== small)
    expect(missed.map(([place]) => place)).toEqual([])
  })

  test("is a different id when it isn't a UUID", () => {
    const changed = named.filter(([, schema]) => {
      const kept = schema.safeParse('Rivera-Spring')
      return kept.success && kept.data !== 'Rivera-Spring'
    })
    expect(changed.map(([place]) => place)).toEqual([])
  })
})

describe('every record with its own page', () => {
  const paths: string[] = []
  beforeAll(async () => {
    const made = async (path: string, body: unknown) =>
      expectStatus(await admin.post(path, body), 201).body.data
    const { id: franchise } = await made('/api/admin/franchises', {
      name: 'North',
      timeZone: 'America/Denver',
    })
    const { id: worker } = await made('/api/admin/workers', {
      name: 'Sofia',
      franchiseId: franchise.toUpperCase(),
    })
    const service = await made('/api/admin/services', { label: 'Gutter cleaning', baseMinutes: 90 })
    const { job } = await made('/api/jobs/create', booking)
    const { invoice } = await made('/api/invoices/generate', { jobId: job.id.toUpperCase() })
    const { schedule } = await made('/api/billing/recurring', { ...aSchedule, recurringScheduleId: 'rs-1' })
    const template = await made('/api/admin/templates', aTemplate)
    const promo = await made('/api/admin/promos', { code: 'IDS', kind: 'percent', value: 10 })
    // A message that is being sent changes between two looks.
    await admin.deps.background.idle()
    const [message] = (await admin.get('/api/admin/outbox')).body.data.items
    paths.push(
      `jobs/${job.id}`,
      `jobs/${job.id}/refund`,
      `invoices/${invoice.id}`,
      `schedules/${schedule.id}`,
      `templates/${template.id}`,
      `customers/${job.customerId}`,
      `franchises/${franchise}`,
      `workers/${worker}`,
      `promos/${promo.id}`,
      `services/${service.id}`,
      `outbox/${message.id}`,
    )
  })

  test('is found by its id in capitals', async () => {
    for (const path of paths) {
      const [resource, id = '', ...rest] = path.split('/')
      const capitals = [resource, id.toUpperCase(), ...rest].join('/')
      const [one, other] = [await admin.get(`/api/admin/${path}`), await admin.get(`/api/admin/${capitals}`)]
      expect([path, other.status, other.text]).toEqual([path, 200, one.text])
    }
  })

  test('is found by the public too', async () => {
    const { id } = expectStatus(await admin.post('/api/jobs/create', booking), 201).body.data.job
    const jobId = id.toUpperCase()
    expectStatus(await admin.call('POST', '/api/customer/cancel', { body: { jobId } }), 200)
  })
})
