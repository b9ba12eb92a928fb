import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, jobs, outbox } from '../../../db/schema'
import { lapseUnconfirmed } from '../../../src/modules/jobs/lapse'
import { confirmationPath } from '../../../src/tokens/booking-link'
import { startTestApp, type TestApp } from '../../support/app'
import { codeSentTo } from '../../support/codes'
import { addWorld, booking, denver, marcus, sofia } from '../../support/world'
import { filled } from '../../web/booking-form'

const hour = 3_600_000
const day = 24 * hour

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

let visitors = 0
const from = () => `198.51.100.${++visitors}`
const hq = async (method: string, path: string, body?: unknown) =>
  world.call(method, path, { token: await world.hqToken(), body })

async function book(fields: Record<string, unknown> = {}): Promise<string> {
  const window = { preferredDate: '2026-03-06', preferredTime: '12:00-14:00' }
  const body = { ...booking, customerEmail: 'ada@example.com', franchiseId: denver, ...window, ...fields }
  const { status, body: answer } = await world.call('POST', '/api/jobs/create', { body, from: from() })
  expect(status).toBe(201)
  await world.deps.background.idle()
  return answer.data.job.id
}

const jobOf = async (id: string) =>
  (await world.deps.store.read.select().from(jobs).where(eq(jobs.id, id)))[0]!
const open = async () =>
  (await world.deps.store.read.select().from(hqTasks)).filter(
    ({ kind, state }) => kind === 'job.unconfirmed' && state === 'open',
  )
const dispatch = () => hq('POST', '/api/admin/dispatch/run', {})
const windows = async () => {
  const query = 'lat=39.74&lng=-104.98&service=Gutter%20cleaning&from=2026-03-06&days=1'
  const { body } = await world.call('GET', `/api/availability?${query}`, { from: from() })
  return body.data.windows.map(({ window }: { window: string }) => window)
}
const link = (id: string) =>
  confirmationPath(world.deps, { jobId: id, series: 0 }, world.clock.now() + 30 * day)

/** Nobody but Marcus works that day, and a job as long as this takes all of it. */
async function fillDay(): Promise<string> {
  const off = { startsAt: '2026-03-06T00:00:00Z', endsAt: '2026-03-07T12:00:00Z' }
  expect((await hq('POST', `/api/admin/workers/${sofia}/time-off`, off)).status).toBe(201)
  return book({ preferredTime: '08:00-10:00', gutterLength: 2_600, stories: 1 })
}

describe('a free booking that nobody confirms', () => {
  test('gives its window back after a day, stays, and the office and the customer hear of it', async () => {
    const id = await fillDay()
    expect((await dispatch()).body.data.assigned).toBe(1)
    expect(await jobOf(id)).toMatchObject({ status: 'scheduled', workerId: marcus, confirmedAt: null })
    world.clock.advance(day - 1)
    expect(await lapseUnconfirmed(world.deps)).toBe(0)
    expect(await windows()).not.toContain('10:00-12:00')
    world.clock.advance(1)
    expect(await lapseUnconfirmed(world.deps)).toBe(1)
    expect(await lapseUnconfirmed(world.deps)).toBe(0)
    expect(await jobOf(id)).toMatchObject({
      status: 'pending',
      workerId: null,
      held: true,
      lapsedAt: world.clock.now(),
    })
    expect(await windows()).toContain('10:00-12:00')
    expect(await open()).toMatchObject([{ subject: id }])
    const told = (await world.deps.store.read.select().from(outbox)).filter(({ data }) => data.lapsed)
    expect(told).toMatchObject([{ template: 'booked', recipient: 'ada@example.com' }])
    // Dispatch leaves it alone from now on.
    await dispatch()
    expect((await jobOf(id)).status).toBe('pending')
  })

  test('keeps it once it is paid, confirmed, or a person scheduled it, and when the technician is about to leave', async () => {
    const [paid, confirmed, placed, soon] = [await book(), await book(), await book(), await book()]
    const { store } = world.deps
    await store.write((tx) => tx.update(jobs).set({ paymentState: 'paid' }).where(eq(jobs.id, paid)))
    expect((await world.call('POST', link(confirmed))).status).toBe(303)
    const visit = { start: '2026-03-06T19:00:00Z', workerId: marcus }
    expect((await hq('POST', `/api/admin/jobs/${placed}/schedule`, visit)).status).toBe(200)
    const later = { start: '2026-03-06T19:00:00Z', workerId: sofia }
    expect((await hq('POST', `/api/admin/jobs/${soon}/schedule`, later)).status).toBe(200)
    await store.write((tx) => tx.update(jobs).set({ confirmedAt: null }).where(eq(jobs.id, soon)))
    world.clock.set('2026-03-06T17:00:00Z')
    expect(await lapseUnconfirmed(world.deps)).toBe(0)
  })

  test('keeps it by policy', async () => {
    const settings = { values: { release: false } }
    expect((await hq('PATCH', '/api/admin/settings/publicAccess', settings)).status).toBe(200)
    await book()
    world.clock.advance(2 * day)
    expect(await lapseUnconfirmed(world.deps)).toBe(0)
  })
})

describe('the link in the email', () => {
  test('confirms with a button, and opening it changes nothing', async () => {
    const id = await book()
    const page = await world.call('GET', link(id))
    expect([page.status, page.text.includes('Confirm your booking')]).toEqual([200, true])
    expect(page.text.replaceAll(/<[^>]+>/g, '')).toContain('Fri, Mar 6, arriving 12–2 PM')
    expect((await jobOf(id)).confirmedAt).toBeNull()
    const { status, headers } = await world.call('POST', link(id))
    expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/book/done/')])
    expect((await jobOf(id)).confirmedAt).toBe(world.clock.now())
    expect((await world.call('GET', link(id))).status).toBe(303)
    expect((await world.call('POST', link(id))).status).toBe(303)
  })

  test('is in the email, and the page of the booking, which anyone can have, says when but doesn’t confirm', async () => {
    const answer = await world.call('POST', '/book/confirm', {
      raw: new URLSearchParams(filled),
      from: from(),
    })
    await world.deps.background.idle()
    const { text } = await world.call('GET', answer.headers.get('location')!)
    expect(text).toContain('Confirm with the link in your email by Tue, Mar\u00a03')
    expect(text).not.toContain('/book/confirm/')
    const [message] = await world.deps.store.read.select().from(outbox).where(eq(outbox.template, 'booked'))
    const { rendered } = (await hq('GET', `/api/admin/outbox/${message!.id}`)).body.data
    expect(rendered.text).toContain('http://localhost/book/confirm/')
  })

  test('brings a lapsed booking back while its time is free, and says so when it isn’t', async () => {
    const [first, second] = [await fillDay(), await book({ preferredTime: '10:00-12:00' })]
    world.clock.advance(day)
    expect(await lapseUnconfirmed(world.deps)).toBe(2)
    expect((await world.call('POST', link(first))).status).toBe(303)
    expect(await jobOf(first)).toMatchObject({ held: false, lapsedAt: null, confirmedAt: world.clock.now() })
    const taken = await world.call('POST', link(second))
    expect([taken.status, taken.text.includes('Your time was taken')]).toEqual([409, true])
    expect(await jobOf(second)).toMatchObject({ held: true, confirmedAt: null })
    expect(await open()).toMatchObject([{ subject: second }])
    expect((await hq('POST', `/api/admin/jobs/${second}/confirm`)).status).toBe(200)
    expect(await jobOf(second)).toMatchObject({ held: false, lapsedAt: null })
    expect(await open()).toEqual([])
  })

  test('is no link for anything else', async () => {
    const id = await book()
    const good = link(id)
    for (const path of [good.slice(0, -1), `${good}x`, `/book/confirm/${id}`]) {
      expect((await world.call('GET', path)).status).toBe(404)
      expect((await world.call('POST', path)).status).toBe(404)
    }
    world.clock.advance(31 * day)
    expect((await world.call('POST', good)).status).toBe(410)
  })
})

describe('the page takes only so many unconfirmed bookings', () => {
  beforeEach(async () => {
    const settings = { values: { mostOpen: 2, holdPercent: 0 } }
    expect((await hq('PATCH', '/api/admin/settings/publicAccess', settings)).status).toBe(200)
  })

  let forms = 0
  const one = (email: string, house: number, client = from()) =>
    world.call('POST', '/book/confirm', {
      raw: new URLSearchParams({
        ...filled,
        from: '2026-03-10',
        key: `form-${++forms}`,
        email,
        address: `${house} Larimer St, Denver, CO 80202`,
        slot: '2026-03-11|12:00-14:00',
      }),
      from: client,
    })
  /** Strangers who know an email and a house. */
  const strangersBook = async () => {
    for (const _ of [1, 2]) expect((await one('ada@example.com', 7)).status).toBe(303)
  }

  test('from one contact, address or network', async () => {
    expect((await one('a@example.com', 1)).status).toBe(303)
    expect((await one('a@example.com', 2)).status).toBe(303)
    const third = await one('A@example.com', 3)
    expect([third.status, third.text.includes('another online booking with these details')]).toEqual([
      422,
      true,
    ])
    // It doesn't say whose bookings they are, because they may be someone else's.
    expect(third.text).not.toMatch(/you have|confirmed/i)
    expect((await one('b@example.com', 1)).status).toBe(303)
    expect((await one('c@example.com', 1)).status).toBe(422)
    for (let house = 10; house < 18; house++)
      expect((await one(`n${house}@example.com`, house, '203.0.113.9')).status).toBe(303)
    expect((await one('n18@example.com', 18, '203.0.113.9')).status).toBe(422)
    expect((await one('n18@example.com', 18)).status).toBe(303)
  })

  test('but strangers can’t use up those of a customer who confirmed a booking', async () => {
    const id = await book({ customerEmail: 'Ada@example.com' })
    expect((await world.call('POST', link(id), { from: from() })).status).toBeLessThan(400)
    await strangersBook()
    expect((await one('ada@example.com', 7)).status).toBe(303)
    expect((await one('someone@example.com', 7)).status).toBe(422)
  })

  test('or of one who signed in with a code', async () => {
    await strangersBook()
    expect((await one('ada@example.com', 8)).status).toBe(422)
    const code = await codeSentTo(world, 'ada@example.com', async () => {
      await world.call('POST', '/api/customer/verify', { body: { email: 'ada@example.com' }, from: from() })
      await world.deps.background.idle()
    })
    const body = { email: 'ada@example.com', code }
    expect((await world.call('POST', '/api/customer/verify', { body, from: from() })).status).toBe(200)
    // The code confirmed the first two.
    for (const _ of [1, 2, 3]) expect((await one('ada@example.com', 8)).status).toBe(303)
  })

  test('and a known customer’s network still counts', async () => {
    const id = await book()
    await world.call('POST', link(id), { from: from() })
    for (let house = 20; house < 28; house++)
      expect((await one('ada@example.com', house, '203.0.113.10')).status).toBe(303)
    expect((await one('ada@example.com', 28, '203.0.113.10')).status).toBe(422)
  })
})
