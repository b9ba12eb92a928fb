import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { expectStatus, startAdmin, type Admin } from '../support/admin'
import { aSchedule, aTemplate } from '../modules/recurring/world'
import { addWorld, booking, denver, marcus } from '../support/world'

const admin: Admin = await startAdmin()
afterAll(() => admin.close())

/** Everything stored, except what every request leaves. */
async function everything(): Promise<Record<string, unknown[]>> {
  const { read } = admin.deps.store
  const tables = await read.all<{ name: string }>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_fts%'
      AND name NOT IN ('idempotency_keys', 'rate_hits', 'commit_marks') ORDER BY name`,
  )
  const stored: Record<string, unknown[]> = {}
  for (const { name } of tables) stored[name] = await read.all(sql.raw(`SELECT * FROM "${name}"`))
  return stored
}

const ids: Record<string, string> = {}
const start = '2026-03-09T16:00:00.000Z'
const end = '2026-03-09T17:30:00.000Z'

beforeAll(async () => {
  await addWorld(admin)
  const made = async (path: string, body: unknown) =>
    expectStatus(await admin.post(path, body), 201).body.data
  ids.job = (await made('/api/jobs/create', booking)).job.id
  ids.priced = (await made('/api/jobs/create', booking)).job.id
  await made('/api/invoices/generate', { jobId: ids.priced })
  ids.customer = (await admin.get(`/api/admin/jobs/${ids.job}`)).body.data.job.customerId
  ids.template = (await made('/api/admin/templates', aTemplate)).id
  ids.schedule = (
    await made('/api/billing/recurring', { ...aSchedule, recurringScheduleId: 'rs-1' })
  ).schedule.id
  ids.promo = (await made('/api/admin/promos', { code: 'SPRING', kind: 'percent', value: 10 })).id
  ids.service = (await made('/api/admin/services', { label: 'Roof check', baseMinutes: 60 })).id
  const token = await admin.deps.tokens.proof.issue('jordan@example.com')
  const plan = { serviceType: booking.type, address: booking.address, intervalMonths: 3 }
  ids.plan = expectStatus(
    await admin.call('POST', '/api/maintenance-plans', { token, body: plan }),
    201,
  ).body.data.plan.id
  await admin.deps.background.idle()
})

/** Each change, how it's made, and what else changes it, so nothing in a list goes unnoticed. */
const changes: [string, string, () => string, unknown][] = [
  [
    'scheduling a visit',
    'post',
    () => `jobs/${ids.job}/schedule`,
    { start, end, workerId: marcus, locked: true },
  ],
  ['assigning a worker', 'post', () => `jobs/${ids.job}/assign`, { workerId: null }],
  ['pricing a job', 'post', () => `jobs/${ids.priced}/reprice`, { price: 250 }],
  ['granting a code', 'post', () => `jobs/${ids.priced}/reprice`, { promoCode: 'SPRING' }],
  ['setting a discount', 'post', () => `jobs/${ids.priced}/reprice`, { discount: 5, referralCredit: 1 }],
  [
    'correcting a job',
    'patch',
    () => `jobs/${ids.job}`,
    { customerName: 'Jo', priority: 2, addOns: ['A'], lat: 39.7, lng: -104.9 },
  ],
  [
    'changing a customer',
    'patch',
    () => `customers/${ids.customer}`,
    { name: 'Jo', emailOptOut: true, phone: '303 555 0199' },
  ],
  [
    'changing a franchise',
    'patch',
    () => `franchises/${denver}`,
    { taxPercent: 5.5, areaZips: ['80203', '80202'], blackoutDates: ['2026-07-04'] },
  ],
  [
    'changing a worker',
    'patch',
    () => `workers/${marcus}`,
    { skills: ['gutter', 'roof'], phone: '303-555-0143' },
  ],
  [
    'giving working hours',
    'put',
    () => `workers/${marcus}/shifts`,
    {
      shifts: [
        { weekday: 2, start: '08:00', end: '16:00' },
        { weekday: 1, start: '09:00', end: '17:00' },
      ],
    },
  ],
  ['changing a service', 'patch', () => `services/${ids.service}`, { listPrice: 99.5, skills: ['roof'] }],
  [
    'changing a promo code',
    'patch',
    () => `promos/${ids.promo}`,
    { value: 15, validUntil: '2027-01-01T00:00:00Z' },
  ],
  ['changing a job template', 'patch', () => `templates/${ids.template}`, { price: 120, addOns: ['B'] }],
  [
    'changing a billing schedule',
    'patch',
    () => `schedules/${ids.schedule}`,
    { price: 77, status: 'paused' },
  ],
  ['pricing a plan', 'patch', () => `plans/${ids.plan}`, { price: 80, start: '2026-05-04' }],
  ['pausing a plan', 'patch', () => `plans/${ids.plan}`, { status: 'paused' }],
]

describe('repeating a request', () => {
  test('writes nothing after bringing a draft invoice up to date', async () => {
    const generate = async () => {
      admin.clock.advance(60_000)
      return expectStatus(await admin.post('/api/invoices/generate', { jobId: ids.priced }), 200).text
    }
    const first = await generate()
    const changed = await everything()
    expect(await generate()).toBe(first)
    expect(await everything()).toEqual(changed)
  })

  for (const [what, verb, path, body] of changes)
    test(`writes nothing after ${what}`, async () => {
      const send = async () => {
        admin.clock.advance(60_000)
        const answer = await admin[verb as 'post'](`/api/admin/${path()}`, body)
        await admin.deps.background.idle()
        return expectStatus(answer, 200)
      }
      const before = await everything()
      const first = await send()
      const changed = await everything()
      expect(Bun.deepEquals(before, changed)).toBe(false)
      const second = await send()
      expect(second.text).toBe(first.text)
      expect(await everything()).toEqual(changed)
    })
})
