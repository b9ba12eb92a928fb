import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { jobs, windowHolds } from '../../db/schema'
import { sweepHolds } from '../../src/modules/scheduling'
import { expectStatus } from '../support/admin'
import { startCompany, type Company } from '../modules/scheduling/company'
import { filled } from './booking-form'

const minute = 60_000
/** Half a day's work for the one technician who isn't off, so two of these don't fit into one morning. */
const big = { ...filled, length: '1300', stories: '1', slot: '2026-03-03|08:00-10:00', from: '2026-03-03' }
const holding = 'We’re holding this time for you until'

let company: Company
beforeEach(async () => {
  company = await startCompany()
  const off = { startsAt: '2026-03-03T00:00:00Z', endsAt: '2026-03-04T12:00:00Z' }
  expectStatus(await company.post('/api/admin/workers/worker-sofia/time-off', off), 201)
})
afterEach(() => company.close())

let networks = 0
const post = (path: string, fields: Record<string, string>, from = `198.51.100.${++networks % 250}`) =>
  company.call('POST', path, { raw: new URLSearchParams(fields), from })
const choose = (key: string, fields: Record<string, string> = {}, from?: string) =>
  post('/book', { ...big, key, go: 'contact', ...fields }, from)
const times = async (key: string) => {
  const { text } = await post('/book', { ...big, key, slot: '', go: 'time' })
  return [...text.matchAll(/value="2026-03-03\|([\d:-]+)"/g)].map(([, window]) => window)
}
const book = (key: string, fields: Record<string, string> = {}) =>
  post('/book/confirm', { ...big, key, email: `${key}@example.com`, ...fields })
const held = () => company.deps.store.read.select().from(windowHolds)

describe('a window chosen on the booking page', () => {
  test('is held for ten minutes: the page says until when, and nobody else is offered it', async () => {
    expect(await times('other')).toContain('08:00-10:00')
    const { status, text } = await choose('own')
    expect(status).toBe(200)
    expect(text).toContain(`${holding} 8:10 AM.`)
    expect(text).toContain('data-held-for="600000"')
    expect(await times('other')).not.toContain('08:00-10:00')
    expect(await times('own')).toContain('08:00-10:00')
    const query = 'address=1420+Larimer+St,+Denver,+CO+80202&service=Gutter+cleaning&gutterLength=1300'
    const path = `/api/availability?${query}&stories=1&from=2026-03-03&days=1`
    const { windows } = expectStatus(await company.call('GET', path), 200).body.data
    expect(windows.map(({ window }: { window: string }) => window)).not.toContain('08:00-10:00')
    company.clock.advance(10 * minute)
    expect(await times('other')).toContain('08:00-10:00')
  })

  test('can only be chosen by one of two visitors', async () => {
    expectStatus(await choose('own'), 200)
    const late = await choose('late')
    expect(late.status).toBe(422)
    expect(late.text).toContain('That time was just taken. Choose another one.')
    expect(late.text).not.toContain('value="2026-03-03|08:00-10:00"')
    expect((await book('late')).status).toBe(422)
    expect((await book('own')).status).toBe(303)
    const [job, ...more] = await company.deps.store.read.select().from(jobs)
    expect([job?.preferredDate, job?.preferredTime, more.length]).toEqual(['2026-03-03', '08:00-10:00', 0])
  })

  test('goes to one of two visitors who choose it at the same moment', async () => {
    const answers = await Promise.all([choose('one'), choose('two'), choose('three')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
  })

  test('becomes the booking, which keeps it from then on', async () => {
    await choose('own')
    expect((await book('own')).status).toBe(303)
    expect(await held()).toEqual([])
    expect(await times('other')).not.toContain('08:00-10:00')
  })

  test('is free again when another one is chosen instead', async () => {
    await choose('own')
    expectStatus(await choose('own', { slot: '2026-03-03|12:00-14:00' }), 200)
    expect(await times('other')).toContain('08:00-10:00')
    expect((await held()).map(({ preferredTime }) => preferredTime)).toEqual(['12:00-14:00'])
  })

  test('keeps its end while the visitor goes on with the form', async () => {
    await choose('own')
    company.clock.advance(4 * minute)
    expect((await choose('own')).text).toContain(`${holding} 8:10 AM.`)
    const wrong = await book('own', { name: '' })
    expect(wrong.text).toContain('data-held-for="360000"')
    expect(wrong.text).toContain(`${holding} 8:10 AM.`)
  })

  test('is held again after its time ran out, if it is still free', async () => {
    await choose('own')
    company.clock.advance(11 * minute)
    const { text } = await choose('own')
    expect(text).toContain('Your hold expired, but this time is still available.')
    expect(text).toContain('until 8:21 AM.')
  })

  test('can be booked after its time ran out, unless someone else has it by then', async () => {
    await choose('own')
    company.clock.advance(11 * minute)
    expectStatus(await choose('late'), 200)
    const gone = await book('own')
    expect(gone.status).toBe(422)
    expect(gone.text).toContain('We held that time for you until 8:10 AM, but it’s taken now.')
    company.clock.advance(11 * minute)
    expect((await book('own')).status).toBe(303)
  })

  test("isn't dispatched to another job meanwhile", async () => {
    await choose('own')
    const id = await company.waiting({
      gutterLength: 1_300,
      stories: 1,
      preferredDate: '2026-03-03',
      preferredTime: 'morning',
      source: 'hq',
    })
    await company.dispatch()
    const planned = (await company.job(id)).scheduledStart
    expect(planned === null || planned > Date.parse('2026-03-03T17:00:00Z')).toBe(true)
    expect(await times('own')).toContain('08:00-10:00')
  })
})

describe('holding windows', () => {
  test('is limited for a network, whose visitors can still book', async () => {
    const from = '203.0.113.9'
    const days = ['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13', '2026-03-16']
    const answers: boolean[] = []
    for (const date of days) {
      const { status, text } = await choose(`key-${date}`, { slot: `${date}|08:00-10:00`, from: date }, from)
      expect(status).toBe(200)
      answers.push(text.includes(holding))
    }
    expect(answers).toEqual([true, true, true, true, true, false])
    expect(
      (await choose('elsewhere', { slot: '2026-03-17|08:00-10:00', from: '2026-03-17' })).text,
    ).toContain(holding)
    // Taking them again and again doesn't help either.
    let again = 0
    for (let round = 0; round < 17; round += 1) {
      company.clock.advance(11 * minute)
      const { text } = await choose(
        'key-2026-03-09',
        { slot: '2026-03-09|08:00-10:00', from: days[0]! },
        from,
      )
      if (text.includes('holding it')) again += 1
    }
    expect(again).toBe(15)
  })

  test('stays within the share of a day that unconfirmed bookings can have, and promises no more', async () => {
    const settings = { values: { holdPercent: 20 } }
    expectStatus(await company.patch('/api/admin/settings/publicAccess', settings), 200)
    const small = { length: '100', stories: '1', from: '2026-03-10' }
    const answers: boolean[] = []
    for (let at = 0; at < 6; at += 1)
      answers.push(
        (await choose(`key-${at}`, { ...small, slot: '2026-03-10|12:00-14:00' })).text.includes(holding),
      )
    expect(answers[0]).toBe(true)
    expect(answers).toContain(false)
    expect(await held()).toHaveLength(answers.filter(Boolean).length)
  })

  test('leaves nothing behind after a day, and never says who', async () => {
    await choose('own')
    const [row] = await held()
    expect(JSON.stringify(row)).not.toContain('own')
    company.clock.advance(24 * 60 * minute)
    await sweepHolds(company.deps)
    expect(await held()).toHaveLength(1)
    company.clock.advance(10 * minute)
    await sweepHolds(company.deps)
    expect(await held()).toEqual([])
  })

  test('needs nothing of a wish, which promises no time', async () => {
    const { text } = await choose('own', { service: 'none', slot: '2026-03-04|morning' })
    expect(text).not.toContain(holding)
    expect(await held()).toEqual([])
  })
})
