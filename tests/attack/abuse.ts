import { and, eq, ne } from 'drizzle-orm'
import { jobs, outbox } from '../../db/schema'
import { lapseUnconfirmed } from '../../src/modules/jobs/lapse'
import { Turns } from '../../src/modules/scheduling/availability/turns'
import { codeSentTo } from '../support/codes'
import { plantJob } from '../support/jobs'
import type { MoneyTest } from '../support/money'
import { addWorld, booking, marcus } from '../support/world'
import { filled } from '../web/booking-form'
import { onService, within } from './attack'

const victim = 'victim@example.com'
const nextWeek = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']
const workingHours = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00']

export const messagesToStrangers = onService(
  'messages to someone who never booked',
  async (service, { times }, wrong) => {
    await addWorld(service)
    const lure = 'WIN at evil.example or call 303-555-0199'
    for (let round = 0; round < Math.max(times, 16); round++) {
      const spelled = within([victim, 'Victim@Example.com', 'victim+7@example.com'], round)
      if (round % 2 === 0) await service.job({ customerEmail: spelled, customerName: lure, type: lure })
      else {
        const { id: jobId } = await service.job({ customerEmail: `own-${round}@example.com` })
        const body = { jobId, email: spelled, phone: '+1 303 555 0100', type: lure, dateISO: lure }
        await service.open('POST', '/api/customer/cancel', { body })
      }
    }
    await service.rest()
    const sent = await service.deps.store.read.select().from(outbox).where(ne(outbox.state, 'held'))
    const toVictim = sent.filter(({ recipient }) => /^victim/i.test(recipient))
    if (toVictim.length > 10) wrong.push(`${toVictim.length} messages in a day to one address`)
    const notes = toVictim.filter(({ template }) => template === 'cancelled').length
    if (notes > 3) wrong.push(`${notes} messages about other people’s jobs to one address`)
    for (const { id, template } of toVictim) {
      // The office sees the name somebody gave; the message itself must not have it.
      const { rendered } = (await service.hq('GET', `/api/admin/outbox/${id}`)).body.data
      if (!rendered) wrong.push(`${template} can't be looked at`)
      if (/evil\.example|555-0199/.test(JSON.stringify(rendered)))
        wrong.push(`${template} contains the caller's words`)
    }
  },
)

export const lockedOut = onService(
  'a customer locked out of the portal',
  async (service, { times }, wrong) => {
    const email = 'jordan@example.com'
    await service.job({ customerEmail: email })
    const verify = (body: unknown, from: string) =>
      service.call('POST', '/api/customer/verify', { body, from })
    for (let round = 0; round < Math.max(times, 30); round++) {
      const stranger = within(['192.0.2.7', '192.0.2.8'], round)
      await verify({ email }, stranger)
      await verify({ email, code: '000000' }, stranger)
      service.clock.advance(30_000)
    }
    const home = '203.0.113.77'
    const code = await codeSentTo(service, email, async () => {
      await verify({ email }, home)
      await service.rest()
    })
    for (let guess = 0; guess < 8; guess++) await verify({ email, code: '000000' }, '192.0.2.7')
    const { status } = await verify({ email, code }, home)
    if (status !== 200) wrong.push(`the customer's own code is answered ${status}`)
  },
)

export const lockedOutOfBooking = onService(
  'a customer locked out of the booking page',
  async (service, _, wrong) => {
    await addWorld(service)
    const email = 'jordan@example.com'
    const { id } = await service.job({ customerEmail: email })
    await service.hq('POST', `/api/admin/jobs/${id}/confirm`)
    const book = (key: string, from: string) =>
      service.call('POST', '/book/confirm', {
        raw: new URLSearchParams({
          ...filled,
          email,
          key,
          slot: '2026-03-11|12:00-14:00',
          from: '2026-03-10',
        }),
        from,
      })
    for (let round = 0; round < 12; round++) await book(`stranger-${round}`, `192.0.2.${round + 1}`)
    const { status } = await book('own', '203.0.113.77')
    if (status !== 303) wrong.push(`the customer's own booking is answered ${status}`)
  },
)

export const fullCalendar = onService('a calendar that looks full', async (service, { times }, wrong) => {
  await addWorld(service)
  const day = '2026-03-04'
  for (let round = 0; round < Math.max(times, 40); round++)
    await service.open('POST', '/api/jobs/create', {
      body: {
        ...booking,
        customerEmail: `script-${round}@example.com`,
        preferredDate: day,
        preferredTime: within(workingHours, round),
      },
    })
  await service.rest()
  const query = `lat=39.74&lng=-104.98&service=Gutter%20cleaning&from=${day}&days=1`
  const answer = await service.open('GET', `/api/availability?${query}`)
  if ((answer.body?.data?.windows ?? []).length === 0) wrong.push(`no window is left: ${answer.text}`)
})

/** Two such jobs fill a technician's day, so each hold takes the most it can. */
const halfADay = { length: '1300', stories: '1' }
const halves = ['08:00-10:00', '12:00-14:00']

/** How many windows of next week somebody else can have. */
async function freeNextWeek(service: MoneyTest): Promise<number> {
  const query = `lat=39.74&lng=-104.98&service=Gutter%20cleaning&from=${nextWeek[0]}&days=5`
  return (await service.open('GET', `/api/availability?${query}`)).body.data.windows.length
}

/** From 200 addresses, each with a form of its own, without booking any of them; and again when they run out. */
export const heldWeek = onService(
  'a script that holds all of next week',
  async (service, { times, patient }, wrong) => {
    await addWorld(service)
    // Resting between questions would only make this test longer.
    Object.assign(service.deps.state.of(Turns), { rest: async () => {} })
    service.clock.set('2026-03-06T17:00:00Z')
    const before = await freeNextWeek(service)
    const share = service.deps.settings.publicAccess.holdPercent / 100
    const addresses = Math.min(200, times * 2)
    for (let wave = 0; wave < (patient ? 2 : 1); wave += 1) {
      for (let round = 0; round < addresses; round++) {
        const date = within(nextWeek, round)
        const slot = `${date}|${within(halves, Math.floor(round / nextWeek.length))}`
        const form = { ...filled, ...halfADay, key: `script-${round}`, slot, from: date, go: 'contact' }
        const from = `198.51.${Math.floor(round / 250)}.${round % 250}`
        await service.call('POST', '/book', { raw: new URLSearchParams(form), from })
      }
      const left = await freeNextWeek(service)
      if (left < before * (1 - share)) wrong.push(`only ${left} of ${before} windows are left to others`)
      service.clock.advance(10 * 60_000)
      const back = await freeNextWeek(service)
      if (back < before) wrong.push(`${back} of ${before} windows came back after ten minutes`)
    }
  },
)

/** From 200 addresses, each with its own name, email and house, for every window of next week. */
export const takenWeek = onService('a script that books all of next week', async (service, _, wrong) => {
  await addWorld(service)
  const place = { placeState: 'placed', lat: 39.74, lng: -104.98 } as const
  const { deps, clock } = service
  const free = () => freeNextWeek(service)
  clock.set('2026-03-06T17:00:00Z')
  const before = await free()
  const share = deps.settings.publicAccess.holdPercent / 100
  for (let round = 0; round < 200; round++)
    await service.call('POST', '/api/jobs/create', {
      from: `198.51.${Math.floor(round / 250)}.${round % 250}`,
      body: {
        ...booking,
        customerEmail: `script-${round}@example.com`,
        address: `${round + 1} Larimer St, Denver, CO 80202`,
        preferredDate: within(nextWeek, round),
        preferredTime: within(workingHours, Math.floor(round / nextWeek.length)),
      },
    })
  await service.rest()
  await deps.store.write((tx) => tx.update(jobs).set(place))
  const held = await free()
  if (held < before * (1 - share)) wrong.push(`only ${held} of ${before} windows are left to others`)
  // Dispatch may use the room that is left for them, but only until they should have been confirmed.
  await service.hq('POST', '/api/admin/dispatch/run', {})
  clock.advance(deps.settings.publicAccess.holdHours * 3_600_000)
  await lapseUnconfirmed(deps)
  await service.hq('POST', '/api/admin/dispatch/run', {})
  const after = await free()
  if (after < before) wrong.push(`${after} of ${before} windows came back after the time to confirm`)
})

export const cheapBookings = onService('bookings at a made-up price', async (service, _, wrong) => {
  await addWorld(service)
  const { id } = await service.job({ ...booking, price: 30, preferredDate: null, preferredTime: null })
  const { store } = service.deps
  const place = { placeState: 'placed', lat: 39.74, lng: -104.98 } as const
  await store.write((tx) => tx.update(jobs).set(place).where(eq(jobs.id, id)))
  await service.hq('POST', '/api/admin/dispatch/run', {})
  await service.pay(id)
  await service.hq('POST', '/api/admin/dispatch/run', {})
  const isOut = and(eq(jobs.id, id), ne(jobs.status, 'pending'))
  if ((await store.read.select().from(jobs).where(isOut)).length > 0) wrong.push('it was dispatched')
})

export const canceledUnderWay = onService('a visit canceled on the way', async (service, _, wrong) => {
  await addWorld(service)
  for (const [status, start] of [
    ['en_route', '2026-03-02T16:00:00Z'],
    ['in_progress', '2026-03-02T18:00:00Z'],
  ] as const) {
    const { id } = await plantJob(service, { workerId: marcus, start, status })
    await service.open('POST', '/api/customer/cancel', { body: { jobId: id, paymentStatus: 'charged' } })
    if ((await service.readJob(id)).status !== status) wrong.push(`a visit ${status} was canceled`)
    if ((await service.refundsOf(id)).length > 0) wrong.push(`a visit ${status} was refunded`)
  }
})
