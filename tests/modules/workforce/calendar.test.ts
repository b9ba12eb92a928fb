import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { calendarFeeds } from '../../../db/schema'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { readCalendar } from '../../support/ics'
import { plantJob } from '../../support/jobs'
import { addWorld, denver, marcus, sofia } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
  await addWorld(admin)
})
afterEach(() => admin.close())

const feeds = '/api/admin/calendar-feeds'
const order = ({ workerId, franchiseId }: { workerId?: string; franchiseId?: string }) =>
  admin.post(`/api/admin/${workerId ? `workers/${workerId}` : `franchises/${franchiseId}`}/calendar`)
const create = async (subject: Parameters<typeof order>[0]) =>
  expectStatus(await order(subject), 201).body.data
const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const read = (link: { url: string }, headers = {}) => admin.call('GET', pathOf(link), { headers })
const eventsOf = async (link: { url: string }) =>
  readCalendar((await read(link)).text).inside.map(({ properties }) => properties)

const plant = (fields: Parameters<typeof plantJob>[1]) =>
  plantJob(admin, { workerId: marcus, status: 'scheduled', start: '2026-03-04T16:00:00Z', ...fields })

describe("a technician's calendar", () => {
  test('has their visits, with the service, a first name and the address, and nothing more', async () => {
    const address = '12 Cañón Ave; Suite 4, back\\side, Denver, CO 80202'
    const job = await plant({ fields: { address, notes: 'Gate code 4711', franchiseId: denver } })
    await plant({ workerId: sofia })
    const link = await create({ workerId: marcus })
    const answer = await read(link)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const calendar = readCalendar(answer.text)
    expect(calendar.properties).toMatchObject({ VERSION: '2.0', NAME: 'Visits – Marcus Lee' })
    expect(calendar.inside.map(({ properties }) => properties)).toEqual([
      {
        UID: `${job.id}@localhost`,
        DTSTAMP: '20260302T150000Z',
        'LAST-MODIFIED': '20260302T150000Z',
        SEQUENCE: '1',
        DTSTART: '20260304T160000Z',
        DTEND: '20260304T170000Z',
        SUMMARY: 'Gutter cleaning – Jordan',
        DESCRIPTION: expect.stringMatching(/^Reference: TR-\w+$/),
        LOCATION: address,
        STATUS: 'CONFIRMED',
      },
    ])
    for (const secret of ['Rivera', '555-0142', 'jordan@', '4711', '100.00'])
      expect(answer.text).not.toContain(secret)
  })

  test('has the visits on which they are the second technician, with the name of the other one', async () => {
    const job = await plant({})
    const pair = { workerId: marcus, secondWorkerId: sofia }
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/assign`, pair), 200)
    for (const [workerId, other] of [
      [marcus, 'Sofia Reyes'],
      [sofia, 'Marcus Lee'],
    ] as const) {
      const [event] = await eventsOf(await create({ workerId }))
      expect(event).toMatchObject({ UID: `${job.id}@localhost`, DTSTART: '20260304T160000Z' })
      expect(event!.DESCRIPTION).toContain(`Together with ${other}`)
    }
  })

  test('goes from 30 days back to 180 days ahead', async () => {
    await plant({ start: '2026-01-31T14:00:00Z', status: 'completed' })
    const last = await plant({ start: '2026-01-31T16:00:00Z', status: 'completed' })
    const furthest = await plant({ start: '2026-08-29T14:00:00Z' })
    await plant({ start: '2026-08-29T16:00:00Z' })
    const found = await eventsOf(await create({ workerId: marcus }))
    expect(found.map(({ UID }) => UID)).toEqual([`${furthest.id}@localhost`, `${last.id}@localhost`])
  })

  test('shows a moved visit under the same name with a higher number', async () => {
    const job = await plant({})
    const link = await create({ workerId: marcus })
    const [before] = await eventsOf(link)
    admin.clock.advance(60_000)
    const start = '2026-03-05T17:00:00Z'
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/schedule`, { start, workerId: marcus }), 200)
    const [after] = await eventsOf(link)
    expect(after).toMatchObject({ UID: before!.UID!, DTSTART: '20260305T170000Z' })
    expect(Number(after!.SEQUENCE)).toBeGreaterThan(Number(before!.SEQUENCE))
    expect(after!['LAST-MODIFIED']).toBe('20260302T150100Z')
  })

  test('shows a canceled visit as canceled, without the customer', async () => {
    const job = await plant({})
    const link = await create({ workerId: marcus })
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/cancel`, {}), 200)
    const [event] = await eventsOf(link)
    expect(event!.SUMMARY).toBe('Canceled: Gutter cleaning')
    expect((await read(link)).text).toContain('STATUS:CANCELLED')
    expect(event).not.toHaveProperty('LOCATION')
  })

  test("is in the technician's language", async () => {
    expectStatus(await admin.patch(`/api/admin/workers/${marcus}`, { language: 'es' }), 200)
    const calendar = readCalendar((await read(await create({ workerId: marcus }))).text)
    expect(calendar.properties.NAME).toBe('Visitas – Marcus Lee')
  })

  test('is sent again only after a change', async () => {
    const job = await plant({})
    const link = await create({ workerId: marcus })
    const first = await read(link)
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('private, max-age=300')
    admin.clock.advance(60_000)
    const again = await read(link, { 'if-none-match': `W/${etag}` })
    expect([again.status, again.text]).toEqual([304, ''])
    expectStatus(await admin.post(`/api/admin/jobs/${job.id}/move`, { to: 'en_route' }), 200)
    expect((await read(link, { 'if-none-match': etag })).status).toBe(200)
  })
})

test("a franchise's calendar names the technician of each visit", async () => {
  await plant({ fields: { franchiseId: denver } })
  await plant({ workerId: sofia, fields: { franchiseId: denver } })
  await plant({ workerId: null, start: '2026-03-04T20:00:00Z', fields: { franchiseId: denver } })
  await plant({ start: '2026-03-05T16:00:00Z' })
  const found = await eventsOf(await create({ franchiseId: denver }))
  const technicians = found.map(({ DESCRIPTION = '' }) => DESCRIPTION.split('\n')[1])
  expect(technicians.toSorted()).toEqual(['Technician: Marcus Lee', 'Technician: Sofia Reyes', undefined])
})

describe('a calendar link', () => {
  test('is stored as a hash only', async () => {
    const { url } = await create({ workerId: marcus })
    const rows = await admin.deps.store.read.select().from(calendarFeeds)
    expect(JSON.stringify(rows)).not.toContain(/([\w-]{32})\.ics$/.exec(url)![1]!)
  })

  test('gives the same answer whether it is unknown, mistyped or revoked', async () => {
    const link = await create({ workerId: marcus })
    expectStatus(await admin.remove(`${feeds}/${link.id}`), 200)
    const revoked = await read(link)
    expect(revoked.status).toBe(404)
    for (const path of [`/calendar/${'x'.repeat(32)}.ics`, '/calendar/x.ics', '/calendar/x'])
      expect([path, (await admin.call('GET', path)).body]).toEqual([path, revoked.body])
  })

  test('is replaced by the next one', async () => {
    const [first, second] = [await create({ workerId: marcus }), await create({ workerId: marcus })]
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    const { items } = expectStatus(await admin.get(`${feeds}?workerId=${marcus}`), 200).body.data
    expect(items).toEqual([{ ...second, url: undefined }])
  })

  test('ends when the technician is deactivated, and stays ended', async () => {
    const link = await create({ workerId: marcus })
    expectStatus(await admin.patch(`/api/admin/workers/${marcus}`, { active: false }), 200)
    expect((await read(link)).status).toBe(404)
    expectStatus(await order({ workerId: marcus }), 409)
    expectStatus(await admin.patch(`/api/admin/workers/${marcus}`, { active: true }), 200)
    expect((await read(link)).status).toBe(404)
  })

  test("can't be created for someone we don't know", async () => {
    expectStatus(await order({ workerId: 'nobody' }), 404)
    expectStatus(await order({ franchiseId: 'nowhere' }), 404)
  })

  test('can be created, replaced and turned off by the technician', async () => {
    const { token } = expectStatus(await admin.post(`/api/admin/workers/${marcus}/tokens`), 201).body.data
    const own = (method: string) => admin.call(method, '/api/work/calendar', { token })
    expect((await own('GET')).body.data).toEqual({ feed: null })
    const link = expectStatus(await own('POST'), 201).body.data
    expect((await own('GET')).body.data.feed).toEqual({ ...link, url: undefined })
    expect((await read(link)).status).toBe(200)
    expectStatus(await own('DELETE'), 200)
    expect((await read(link)).status).toBe(404)
    expect((await own('DELETE')).body.data).toEqual({ feed: null })
  })

  test('is recorded in the activity log', async () => {
    await admin.remove(`${feeds}/${(await create({ franchiseId: denver })).id}`)
    const { events } = expectStatus(await admin.get('/api/dev/activity'), 200).body.data
    expect(events.slice(0, 2).map(({ summary }: { summary: string }) => summary)).toEqual([
      'Revoked the calendar link of Front Range Gutters',
      'Created a calendar link for Front Range Gutters',
    ])
  })
})
