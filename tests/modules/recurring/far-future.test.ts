import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { expectStatus } from '../../support/admin'
import { addWorld, booking } from '../../support/world'
import { aTemplate, startRecurring, type Recurring } from './world'

let world: Recurring
beforeEach(async () => {
  world = await startRecurring()
})
afterEach(() => world.close())

const never = ['9999-12-31', '9999-12-01', '9999-01-31', '9998-06-30']
/** A year with a sign, as it would be written beyond 9999. */
const signedYear = /[+-]\d{6}-\d\d/

describe('the last possible date, used to mean never', () => {
  test('creates no job and no invoice, and no later date is ever shown', async () => {
    for (const [index, anchorDate] of never.entries()) {
      const id = await world.template({ anchorDate, intervalMonths: 1 + index * 7 })
      const schedule = await world.schedule({ nextBillingDate: anchorDate, intervalMonths: 24 })
      for (const path of [`/api/admin/templates/${id}`, `/api/admin/schedules/${schedule}`]) {
        const answer = expectStatus(await world.get(path), 200)
        expect(answer.text).not.toMatch(signedYear)
        expect(answer.body.data.upcoming[0]).toBe(anchorDate)
      }
    }
    const templates = never.map((anchorDate) => ({ id: `given ${anchorDate}`, ...aTemplate, anchorDate }))
    const run = await world.run({ templates })
    expect([run.generated, run.skipped, run.invoicesCreated]).toEqual([0, 0, 0])
    expect(await world.run()).toMatchObject({ generated: 0, skipped: 0, invoicesCreated: 0 })
    expect(await world.rows.jobs()).toEqual([])
  })

  test('still creates no job after the template is changed, paused and resumed', async () => {
    const id = await world.template({ anchorDate: '2026-06-01' })
    for (const change of [{ anchorDate: '9999-12-31' }, { active: false }, { active: true }]) {
      const answer = expectStatus(await world.patch(`/api/admin/templates/${id}`, change), 200)
      expect(answer.body.data.nextDate).toBe('9999-12-31')
    }
    expect(await world.run()).toMatchObject({ generated: 0, skipped: 0 })
  })

  test('can start a plan like any other date', async () => {
    await addWorld(world)
    const token = await world.deps.tokens.proof.issue('jordan@example.com')
    const { address, type: serviceType } = booking
    const body = { serviceType, address, intervalMonths: 3, preferredStart: '9999-12-31' }
    const made = await world.call('POST', '/api/maintenance-plans', { token, body })
    const { id } = expectStatus(made, 201).body.data.plan
    const begun = await world.patch(`/api/admin/plans/${id}`, {
      price: 100,
      status: 'active',
      phoneConsent: { name: 'Jordan Rivera' },
    })
    expect(expectStatus(begun, 200).text).not.toMatch(signedYear)
    expect(await world.run()).toMatchObject({ generated: 0, skipped: 0 })
  })

  test('is the last moment anyone can name, whatever the offset', async () => {
    const promo = (code: string, validUntil: string) =>
      world.post('/api/admin/promos', { code, kind: 'percent', value: 10, validUntil })
    const taken = expectStatus(await promo('LAST', '9999-12-31T23:59:59Z'), 201)
    expect(taken.body.data.validUntil).toBe('9999-12-31T23:59:59.000Z')
    const refused = expectStatus(await promo('LATER', '9999-12-31T23:59:59-01:00'), 400)
    expect(refused.body.details).toEqual(['validUntil: must be before the year 10000'])
    expectStatus(await promo('EARLY', '0000-01-01T00:00:00+01:00'), 400)
  })

  test('can be the day of a visit', async () => {
    const job = expectStatus(await world.call('POST', '/api/jobs/create', { body: booking }), 201).body.data
      .job
    const visit = { start: '9999-12-31T23:30:00Z', end: '9999-12-31T23:45:00Z', workerId: null }
    const late = { ...visit, bufferMinutes: 30 }
    expectStatus(await world.post(`/api/admin/jobs/${job.id}/schedule`, late), 400)
    expectStatus(await world.post(`/api/admin/jobs/${job.id}/schedule`, visit), 200)
  })
})

test('only the calendar turns a date into text', async () => {
  const bypass = /(?:PlainDate|toPlainDate)\b.*\.toString\(\)/
  const found: string[] = []
  for await (const path of new Glob('{src,db}/**/*.{ts,tsx}').scan())
    if (path !== 'src/lib/calendar.ts')
      for (const line of (await Bun.file(path).text()).split('\n'))
        if (bypass.test(line)) found.push(`${path}: ${line.trim()}`)
  expect(found).toEqual([])
})
