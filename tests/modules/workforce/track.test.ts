import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, jobs } from '../../../db/schema'
import { hour, minute } from '../../../src/lib/clock'
import { scheduleJob } from '../../../src/modules/jobs/schedule'
import { recordOwnLocation } from '../../../src/modules/workforce/locations'
import { jobLinkToken } from '../../../src/tokens/job-link'
import { marcus } from '../../support/world'
import { startOffice, type Office } from '../jobs/office'

let office: Office
let id: string
let path: string
const home = { lat: 39.7392, lng: -104.9903 }
const there = { lat: 39.781234, lng: -104.961234 }

beforeEach(async () => {
  office = await startOffice()
  id = await office.bookOne()
  const start = office.clock.now() + hour
  await scheduleJob(office.deps, id, { workerId: marcus, start, actor: 'hq', tellCustomer: false })
  await office.deps.store.write((tx) => tx.update(jobs).set(home).where(eq(jobs.id, id)))
  path = `/track/${jobLinkToken(office.deps, 'track link', { jobId: id, series: 0 }, office.clock.now())}`
})
afterEach(() => office.close())

const move = (to: string) => office.hq('POST', `/jobs/${id}/move`, { to, tellCustomer: false })
const report = () => recordOwnLocation(office.deps, marcus, there)
const shown = async () => (await office.call('GET', path)).text

test('a customer sees where the technician is only while they are on the way', async () => {
  await report()
  expect(await shown()).toContain('We’ll show where your technician is once they’re on the way.')
  office.clock.advance(minute)
  await move('en_route')
  // The location from before they set off is nobody's business.
  expect(await shown()).toContain('We can’t show their location right now.')
  office.clock.advance(minute)
  await report()
  const live = await shown()
  expect(live).toContain('Marcus is on the way')
  expect(live).toMatch(
    /About \d+ minutes? away\. Arriving around \d+:\d\d\u00a0[AP]M, earlier than planned\./,
  )
  expect(live).toContain('track-map')
  expect(live).toMatch(/>\d\.\d mi</)
  expect(live).toContain('This page updates automatically.')
  expect(live).not.toContain('http-equiv="refresh"')
  expect(live).not.toContain('Marcus Lee')
  expect(live).not.toContain('781234')
  office.clock.advance(11 * minute)
  expect(await shown()).not.toContain('track-map')
  await report()
  expect(await shown()).toContain('track-map')
  await move('in_progress')
  const arrived = await shown()
  expect(arrived).toContain('Marcus is here')
  expect(arrived).not.toContain('track-map')
  expect(arrived).not.toContain('This page updates automatically.')
  await move('completed')
  expect(await shown()).toContain('All done')
})

test('a technician who is in time is not called early', async () => {
  office.clock.advance(50 * minute)
  await move('en_route')
  office.clock.advance(minute)
  await report()
  expect(await shown()).toMatch(/Arriving around \d+:\d\d\u00a0[AP]M\./)
})

test('a location that cannot be right is not shown', async () => {
  await move('en_route')
  office.clock.advance(minute)
  // Chicago.
  await recordOwnLocation(office.deps, marcus, { lat: 41.88, lng: -87.63 })
  const page = await shown()
  expect(page).toContain('We can’t show their location right now.')
  expect(page).not.toContain('track-map')
})

test('a customer reads no name while dispatch may still send somebody else', async () => {
  const away = {
    scheduledStart: office.clock.now() + 30 * hour,
    scheduledEnd: office.clock.now() + 31 * hour,
  }
  const set = (fields: Partial<typeof jobs.$inferInsert>) =>
    office.deps.store.write((tx) => tx.update(jobs).set(fields).where(eq(jobs.id, id)))
  await set({ ...away, busyUntil: away.scheduledEnd, movable: true })
  const visitPath = `/visit/${jobLinkToken(office.deps, 'visit link', { jobId: id, series: 0 }, office.clock.now())}`
  const visit = async () => (await office.call('GET', visitPath)).text
  expect(await shown()).toContain('Your technician isn’t on the way yet')
  expect(await visit()).not.toContain('Marcus')
  // From 6 PM the evening before.
  office.clock.advance(14 * hour)
  expect(await shown()).toContain('Marcus isn’t on the way yet')
  expect(await visit()).toContain('Your technician</dt><dd>Marcus</dd>')
})

test('where visits move on their own day, customers read the name once the day of their technician has started', async () => {
  const { deps } = office
  const scheduledStart = Date.parse('2026-03-03T14:00:00-07:00')
  const scheduledEnd = scheduledStart + hour
  await deps.store.write((tx) =>
    tx
      .update(jobs)
      .set({ scheduledStart, scheduledEnd, busyUntil: scheduledEnd, movable: true })
      .where(eq(jobs.id, id)),
  )
  await deps.store.write((tx) =>
    tx.update(franchises).set({ visitMoves: { moves: 'window', freezeHours: -12, keepsTechnician: false } }),
  )
  const goTo = (moment: string) => office.clock.advance(Date.parse(moment) - office.clock.now())
  goTo('2026-03-03T07:59:00-07:00')
  expect(await shown()).toContain('Your technician isn’t on the way yet')
  goTo('2026-03-03T08:00:00-07:00')
  expect(await shown()).toContain('Marcus isn’t on the way yet')
})

test('a link for another purpose or of our own making does not open it, and an old one leads to the booking', async () => {
  const other = jobLinkToken(office.deps, 'rating link', { jobId: id, series: 0 }, office.clock.now())
  for (const bad of [other, 'x']) expect((await office.call('GET', `/track/${bad}`)).status).toBe(404)
  office.clock.advance(49 * hour)
  expect((await office.call('GET', path)).status).toBe(303)
})
