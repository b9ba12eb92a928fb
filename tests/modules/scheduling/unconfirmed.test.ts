import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { offeredWindows } from '../../../src/lib/arrival-windows'
import { readAvailability } from '../../../src/modules/scheduling/availability/availability'
import { seededRandom } from '../../../src/modules/scheduling/engine/random'
import { testServer } from '../../support/store'
import { expectStatus } from '../../support/admin'
import { startTestApp } from '../../support/app'
import { codeSentTo } from '../../support/codes'
import { booking } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'
import { offeredNames, plainWindows } from './plain-availability'
import { addRandomCompany } from './random-company'

const hour = 3_600_000
const tomorrow = '2026-03-03'
const labels = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00']

describe('bookings neither paid nor confirmed', () => {
  let company: Company
  beforeEach(async () => {
    company = await startCompany()
  })
  afterEach(() => company.close())

  let clients = 0
  const available = async (from = tomorrow): Promise<string[]> => {
    const query = { lat: '39.74', lng: '-104.98', service: 'Gutter cleaning', from, days: '1' }
    const answer = await company.call('GET', `/api/availability?${String(new URLSearchParams(query))}`, {
      from: `198.51.100.${++clients % 250}`,
    })
    return expectStatus(answer, 200).body.data.windows.map(({ window }: { window: string }) => window)
  }

  /** Fills every window of a day far beyond what two technicians can do. */
  const script = async (fields: Partial<typeof jobs.$inferInsert> = {}, each = 12): Promise<string[]> => {
    const ids: string[] = []
    for (let at = 0; at < each * labels.length; at += 1)
      ids.push(
        await company.waiting({
          preferredDate: tomorrow,
          preferredTime: labels[at % labels.length],
          ...fields,
        }),
      )
    return ids
  }

  test("can't make a day look full, and aren't dropped", async () => {
    expect(await available()).toEqual(labels)
    const ids = await script()
    expect((await available()).length).toBeGreaterThan(0)
    expect((await company.job(ids.at(-1)!)).status).toBe('pending')
  })

  test("can't make a day beyond the planned ones look full", async () => {
    const far = '2026-03-17'
    await script({ preferredDate: far })
    expect((await available(far)).length).toBeGreaterThan(0)
    await company.deps.store.write((tx) => tx.update(jobs).set({ confirmedAt: 1 }))
    expect(await available(far)).toEqual([])
  })

  test("keep the day once they're confirmed or made by HQ, or paid", async () => {
    const ids = await script()
    for (const change of [
      { confirmedAt: company.clock.now() },
      { source: 'hq' },
      { paymentState: 'paid' },
    ] as const) {
      expect((await available()).length).toBeGreaterThan(0)
      await company.deps.store.write((tx) => tx.update(jobs).set(change))
      expect([change, await available()]).toEqual([change, []])
      const back = { confirmedAt: null, source: 'public', paymentState: 'unpaid' } as const
      await company.deps.store.write((tx) => tx.update(jobs).set(back))
    }
    expect(ids).toHaveLength(60)
  })

  /** Takes one technician's whole morning; Sofia is away. */
  async function fillMorning(): Promise<string> {
    const off = { startsAt: '2026-03-03T00:00:00Z', endsAt: '2026-03-04T12:00:00Z' }
    expectStatus(await company.post('/api/admin/workers/worker-sofia/time-off', off), 201)
    const id = await company.waiting({
      preferredDate: tomorrow,
      preferredTime: '08:00-10:00',
      gutterLength: 2_600,
      stories: 1,
    })
    expect(await available()).not.toContain('10:00-12:00')
    return id
  }

  test('keep their window for a few hours only', async () => {
    await fillMorning()
    company.clock.set(new Date(company.clock.now() + 23 * hour).toISOString())
    const later = '2026-03-05'
    const { store } = company.deps
    await store.write((tx) => tx.update(jobs).set({ preferredDate: later }))
    const off = { startsAt: '2026-03-05T00:00:00Z', endsAt: '2026-03-06T12:00:00Z' }
    expectStatus(await company.post('/api/admin/workers/worker-sofia/time-off', off), 201)
    expect(await available(later)).not.toContain('10:00-12:00')
    company.clock.set(new Date(company.clock.now() + hour).toISOString())
    expect(await available(later)).toContain('10:00-12:00')
  })

  test('keep it for good once HQ confirms, which is recorded once', async () => {
    const id = await fillMorning()
    await company.deps.store.write((tx) =>
      tx.update(jobs).set({ createdAt: company.clock.now() - 25 * hour }),
    )
    expect(await available()).toContain('10:00-12:00')
    for (let time = 0; time < 2; time += 1)
      expectStatus(await company.post(`/api/admin/jobs/${id}/confirm`), 200)
    expect(await available()).not.toContain('10:00-12:00')
    const { timeline } = expectStatus(await company.get(`/api/admin/jobs/${id}`), 200).body.data
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'confirmed')).toHaveLength(1)
    expectStatus(await company.post('/api/admin/jobs/nobody/confirm'), 404)
    expectStatus(await company.post(`/api/admin/jobs/${id}/cancel`, {}), 200)
    expectStatus(await company.post(`/api/admin/jobs/${id}/confirm`), 409)
  })

  test("are confirmed by the customer's code, at most five per customer", async () => {
    const ids: string[] = []
    for (let at = 0; at < 7; at += 1) {
      const from = `198.51.101.${at}`
      const made = await company.call('POST', '/api/jobs/create', {
        body: { ...booking, notes: `${at}` },
        from,
      })
      ids.push(expectStatus(made, 201).body.data.job.id)
    }
    const verify = (body: object) => company.call('POST', '/api/customer/verify', { body })
    const email = booking.customerEmail
    const code = await codeSentTo(company, email, () => verify({ email }))
    expectStatus(await verify({ email, code }), 200)
    const confirmed = await Promise.all(ids.map(async (id) => (await company.job(id)).confirmedAt !== null))
    expect(confirmed).toEqual([true, true, true, true, true, false, false])
  })

  test('get a visit from dispatch without being confirmed by it, and are confirmed by a person who gives them one', async () => {
    const id = await fillMorning()
    expect(actionFor(await company.dispatch(), id).type).toBe('assigned')
    expect((await company.job(id)).confirmedAt).toBeNull()
    const visit = { start: '2026-03-03T16:00:00Z', workerId: 'worker-marcus' }
    expectStatus(await company.post(`/api/admin/jobs/${id}/schedule`, visit), 200)
    expect((await company.job(id)).confirmedAt).toBe(company.clock.now())
  })

  test('are confirmed by dispatch where bookings keep their visits', async () => {
    const settings = { values: { release: false } }
    expectStatus(await company.patch('/api/admin/settings/publicAccess', settings), 200)
    const id = await fillMorning()
    expect(actionFor(await company.dispatch(), id).type).toBe('assigned')
    expect((await company.job(id)).confirmedAt).toBe(company.clock.now())
  })

  test('never cost a confirmed booking its offered visit', async () => {
    await script()
    const window = (await available())[0]!
    const firm = await company.waiting({
      preferredDate: tomorrow,
      preferredTime: window,
      confirmedAt: company.clock.now(),
    })
    const run = await company.dispatch()
    expect(actionFor(run, firm).type).toBe('assigned')
    expect(run.assigned).toBeGreaterThan(8)
  })

  test('take a window at once from later customers', async () => {
    const off = { startsAt: '2026-03-03T00:00:00Z', endsAt: '2026-03-04T12:00:00Z' }
    expectStatus(await company.post('/api/admin/workers/worker-sofia/time-off', off), 201)
    expect(await available()).toContain('10:00-12:00')
    const body = { ...booking, preferredDate: tomorrow, preferredTime: '08:00-10:00', gutterLength: 1_300 }
    expectStatus(await company.call('POST', '/api/jobs/create', { body }), 201)
    expect(await available()).not.toContain('10:00-12:00')
  })
})

describe('the settings', () => {
  test('limit how much of a day such bookings may keep', async () => {
    const company = await startCompany({ UNCONFIRMED_SHARE: '0' })
    const query = { lat: 39.74, lng: -104.98, service: 'Gutter cleaning', from: tomorrow, days: 1 }
    const count = async () => (await readAvailability(company.deps, query)).windows.length
    const before = await count()
    for (let at = 0; at < 40; at += 1)
      await company.waiting({ preferredDate: tomorrow, preferredTime: labels[at % labels.length] })
    expect(await count()).toBe(before)
    await company.close()
  })
})

/** Paid, confirmed or neither, by HQ or online; often for an offered window. */
function randomBooking(random: () => number, now: number): Partial<typeof jobs.$inferInsert> {
  const below = (count: number) => Math.floor(random() * count)
  const window = {
    preferredDate: new Date(now + below(9) * 24 * hour).toISOString().slice(0, 10),
    preferredTime: offeredWindows[below(offeredWindows.length)]!.label,
  }
  return {
    source: random() < 0.8 ? 'public' : 'hq',
    confirmedAt: random() < 0.2 ? now : null,
    paymentState: random() < 0.1 ? 'paid' : 'unpaid',
    catalogPriceCents: random() < 0.2 ? 500 : null,
    ...(random() < 0.6 ? window : {}),
  }
}

describe('the offer', () => {
  test('is the same as when every booking is read in full and nothing is cached', async () => {
    let compared = 0
    let taken = 0
    const companies = testServer ? 6 : 24
    for (let seed = 1; seed <= companies; seed += 1) {
      const app = await startTestApp({ UNCONFIRMED_SHARE: String((seed * 37) % 101) })
      await addRandomCompany(app, seed)
      const random = seededRandom(seed)
      const now = app.clock.now()
      const { store } = app.deps
      const base = await store.read.select().from(jobs).where(eq(jobs.status, 'pending'))
      await store.write(async (tx) => {
        for (const { seq } of base)
          await tx.update(jobs).set(randomBooking(random, now)).where(eq(jobs.seq, seq))
      })
      for (const days of [2, 9]) {
        const query = { lat: 40.1, lng: -74.95, service: 'Cleaning', days }
        const answer = await readAvailability(app.deps, query)
        if (answer.reason !== null && answer.reason !== 'no_capacity') continue
        const question = { ...query, franchiseId: answer.franchise?.id ?? null }
        const plain = await plainWindows(app.deps, question)
        expect([seed, days, await offeredNames(app.deps, question)]).toEqual([seed, days, plain])
        compared += 1
        taken += plain.length
      }
      await app.close()
    }
    expect(compared).toBeGreaterThan(companies * 0.8)
    expect(taken).toBeGreaterThan(companies * 5)
  })
})
