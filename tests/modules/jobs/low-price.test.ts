import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq, inArray } from 'drizzle-orm'
import { activity, hqTasks, jobs, serviceTypes } from '../../../db/schema'
import { expectStatus } from '../../support/admin'
import { booking, marcus } from '../../support/world'
import { actionFor, startCompany, type Company } from '../scheduling/company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

let clients = 0
const create = (fields: Record<string, unknown> = {}, token?: string) =>
  company.call('POST', '/api/jobs/create', {
    body: { ...booking, preferredDate: null, preferredTime: null, ...fields },
    from: `198.51.100.${++clients % 250}`,
    ...(token === undefined ? {} : { token }),
  })

/** Books publicly, and locates the job on the map. */
async function book(fields: Record<string, unknown> = {}, token?: string): Promise<string> {
  const { id } = expectStatus(await create(fields, token), 201).body.data.job
  const place = { placeState: 'placed', lat: 39.74, lng: -104.98 } as const
  await company.deps.background.idle()
  await company.deps.store.write((tx) => tx.update(jobs).set(place).where(eq(jobs.id, id)))
  return id
}

const decisions = () =>
  company.deps.store.read
    .select()
    .from(activity)
    .where(inArray(activity.type, ['job.price-accepted', 'job.repriced']))
const isHeld = async (id: string) => (await company.job(id)).catalogPriceCents !== null
const accept = (id: string) => company.post(`/api/admin/jobs/${id}/accept-price`)

describe('a booking below the catalog price', () => {
  test("is stored at that price, asks HQ, and isn't dispatched before HQ decides", async () => {
    const answer = expectStatus(await create({ price: 49 }), 201)
    expect(answer.body.data.job).toMatchObject({ price: 49, status: 'pending', catalogPrice: 189 })
    const id = await book({ price: 188.99 })
    expect(await company.openTasks()).toContain(`job.low-price ${id}`)
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'skipped', reason: 'low_price' })
    expect((await company.job(id)).status).toBe('pending')
    const why = expectStatus(await company.get(`/api/admin/dispatch/explain/${id}`), 200)
    expect(why.body.data.reason).toBe('low_price')

    expect(expectStatus(await accept(id), 200).body.data).toMatchObject({ price: 188.99, catalogPrice: null })
    expect(await company.openTasks()).not.toContain(`job.low-price ${id}`)
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'assigned' })
  })

  test('is compared with the rules: size, windows and extras count', async () => {
    const extras = [{ label: 'Downspout flush', priceCents: 2_500, minutes: 15 }]
    await company.deps.store.write((tx) =>
      tx.update(serviceTypes).set({ footPriceCents: 50, windowPriceCents: 300, extras }),
    )
    const details = { gutterLength: 100, addOns: ['downspout flush', '12 windows', 'A song'] }
    const catalogPrice = async (price: number) =>
      expectStatus(await create({ ...details, price }), 201).body.data.job.catalogPrice
    // $189 + 100 × $0.50 + $25 + 12 × $3
    expect(await catalogPrice(299.99)).toBe(300)
    expect(await catalogPrice(300)).toBeNull()
  })

  test('is decided once, even when two people accept at the same time', async () => {
    const id = await book({ price: 49 })
    const answers = await Promise.all([accept(id), accept(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await decisions()).toMatchObject([
      {
        actor: 'hq:admin@example.com',
        subjectId: id,
        summary: expect.stringMatching(/^Accepted \$49\.00 instead of \$189\.00 for job TR-/),
      },
    ])
    const { timeline } = expectStatus(await company.get(`/api/admin/jobs/${id}`), 200).body.data
    expect(timeline.at(-1)).toMatchObject({ kind: 'price-accepted', after: { catalogPriceCents: null } })
  })

  test('is released by a corrected price as well', async () => {
    const id = await book({ price: 49 })
    expectStatus(await company.post(`/api/admin/jobs/${id}/reprice`, { price: 189 }), 200)
    expect([await isHeld(id), (await company.openTasks()).length]).toEqual([false, 0])
    expect((await decisions()).map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Changed the total of job TR-\S+ from \$53\.32 to \$205\.65$/),
    ])
    expectStatus(await accept(id), 409)
    expectStatus(await company.post(`/api/admin/jobs/${id}/reprice`, { price: 170 }), 200)
    expect((await decisions()).map(({ type }) => type)).toEqual(['job.repriced', 'job.repriced'])
  })

  test("can't be scheduled by hand before HQ has decided", async () => {
    const id = await book({ price: 49 })
    const visit = { start: '2026-03-03T16:00:00Z', workerId: marcus }
    const refused = expectStatus(await company.post(`/api/admin/jobs/${id}/schedule`, visit), 409)
    expect(refused.body.error).toBe(
      'The customer booked for $49.00, but the catalog price is $189.00. Accept or change the price before you schedule this job.',
    )
    expectStatus(await accept(id), 200)
    expectStatus(await company.post(`/api/admin/jobs/${id}/schedule`, visit), 200)
  })

  test('stays on hold when the lower price is paid', async () => {
    const id = await book({ price: 49 })
    const { totalCents: amount } = await company.job(id)
    const checkout = await company.call('POST', '/api/payments/checkout', { body: { amount, jobId: id } })
    const page = new URL(expectStatus(checkout, 200).body.data.url as string).pathname
    await company.call('POST', page, { raw: new URLSearchParams({ card: '4242424242424242' }) })
    await company.deps.background.idle()
    expect(await company.job(id)).toMatchObject({ paymentState: 'paid', catalogPriceCents: 18_900 })
    expect(actionFor(await company.dispatch(), id).reason).toBe('low_price')
    expectStatus(await accept(id), 200)
    expect(actionFor(await company.dispatch(), id).type).toBe('assigned')
  })

  test('asks again when someone closed the to-do without deciding', async () => {
    const id = await book({ price: 49 })
    const [todo] = await company.deps.store.read
      .select()
      .from(hqTasks)
      .where(and(eq(hqTasks.subject, id), eq(hqTasks.kind, 'job.low-price')))
    expectStatus(await company.post(`/api/admin/tasks/${todo!.id}/done`), 200)
    await company.dispatch()
    expect(await company.openTasks()).toContain(`job.low-price ${id}`)
  })

  test("stops asking once it's canceled", async () => {
    const id = await book({ price: 49 })
    expectStatus(await company.post(`/api/admin/jobs/${id}/cancel`, {}), 200)
    expect(await company.openTasks()).toEqual([])
    expectStatus(await accept(id), 409)
  })

  test('that is free is held too, with one to-do and not two', async () => {
    const id = await book({ price: 0 })
    expect([await isHeld(id), await company.openTasks()]).toEqual([true, [`job.low-price ${id}`]])
  })
})

describe("a price isn't held", () => {
  test('at or above the catalog price, for a label in any case', async () => {
    for (const price of [189, 189.01, 500]) expect(await isHeld(await book({ price }))).toBe(false)
    expect(await isHeld(await book({ price: 188.99, type: 'GUTTER CLEANING' }))).toBe(true)
  })

  test("for a service the catalog doesn't have, no longer has, or has no price for", async () => {
    const catalog = (fields: Partial<typeof serviceTypes.$inferInsert>) =>
      company.deps.store.write((tx) => tx.update(serviceTypes).set(fields))
    expect(await isHeld(await book({ price: 1, type: 'Chimney sweeping' }))).toBe(false)
    await catalog({ active: false })
    expect(await isHeld(await book({ price: 1 }))).toBe(false)
    await catalog({ active: true, listPriceCents: null })
    expect(await isHeld(await book({ price: 1 }))).toBe(false)
  })

  test('when HQ set it, on its own endpoint or with its token on the public one', async () => {
    const own = expectStatus(await company.post('/api/admin/jobs', { ...booking, price: 1 }), 201)
    expect(own.body.data.job.catalogPrice).toBe(null)
    expect(await isHeld(await book({ price: 1 }, await company.hqToken()))).toBe(false)
    expect(await isHeld(await book({ price: 1 }, 'not-a-token'))).toBe(true)
  })

  test('for a visit from a job template', async () => {
    const template = {
      customerName: 'Ada Park',
      address: booking.address,
      type: 'Gutter cleaning',
      price: 1,
      intervalMonths: 1,
      anchorDate: '2026-03-03',
    }
    expectStatus(await company.post('/api/admin/templates', template), 201)
    const run = await company.call('GET', '/api/cron/recurring-jobs', {
      token: company.deps.secrets.cronSecret,
    })
    const [made] = expectStatus(run, 200).body.data.jobs
    expect(await isHeld(made.id)).toBe(false)
  })
})
