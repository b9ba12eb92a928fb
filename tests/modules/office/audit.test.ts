import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { activity } from '../../../db/schema'
import { day } from '../../../src/lib/clock'
import { sweepActivity } from '../../../src/modules/office/activity'
import { listAudit, listAuditors } from '../../../src/modules/office/audit'
import { apiKey } from '../../contract/credentials'
import { expectStatus } from '../../support/admin'
import { startOffice, type Office } from '../../support/hq-changes'
import { denver, marcus } from '../../support/world'

let office: Office
beforeEach(async () => {
  office = await startOffice()
})
afterEach(() => office.close())

const path = '/api/admin/activity'
const page = async (query = '') => (await office.done('GET', `${path}${query}`)).items
const task = { title: 'Call back' }

describe("the list of HQ's changes", () => {
  test('reads as sentences about a job, with before and after', async () => {
    const { id, reference, totalCents } = await office.job({ franchiseId: denver })
    await office.pay(id)
    await office.done('POST', `/api/admin/jobs/${id}/refund`, { amount: 40 })
    const visit = { start: '2026-03-03T16:00:00Z', end: '2026-03-03T17:00:00Z', workerId: marcus }
    await office.done('POST', `/api/admin/jobs/${id}/schedule`, visit)
    await office.done('POST', `/api/admin/jobs/${id}/schedule`, { ...visit, end: '2026-03-03T18:00:00Z' })
    await office.done('POST', `/api/admin/jobs/${id}/cancel`, {})
    const found = await page(`?subjectKind=job&subjectId=${id}`)
    const rest = `$${((totalCents - 4_000) / 100).toFixed(2)}`
    expect(found.map(({ summary }: { summary: string }) => summary)).toEqual([
      `Refunded ${rest} on job ${reference}`,
      `Canceled job ${reference}`,
      `Rescheduled job ${reference}`,
      `Scheduled job ${reference}`,
      `Refunded $40.00 on job ${reference}`,
    ])
    expect(found[2]).toMatchObject({
      type: 'job.rescheduled',
      person: 'hq:admin@example.com',
      subjectName: `job ${reference}`,
      franchiseId: denver,
      changes: [
        {
          field: 'scheduledEnd',
          before: Date.parse('2026-03-03T17:00:00Z'),
          after: Date.parse('2026-03-03T18:00:00Z'),
        },
      ],
    })
  })

  test('shows where a change came from, and can be filtered by person and time', async () => {
    const key = await apiKey(office.deps, { role: 'owner', name: 'Zapier' })
    const from = '2001:db8::7'
    await office.done('POST', '/api/admin/tasks', task)
    office.clock.advance(day)
    const headers = { 'sec-fetch-site': 'same-origin' }
    const token = await office.hqToken()
    expectStatus(await office.call('POST', '/api/admin/tasks', { token, headers, from, body: task }), 201)
    office.clock.advance(day)
    expectStatus(await office.call('POST', '/api/admin/tasks', { token: key, from, body: task }), 201)
    const all = await page()
    expect(all.map(({ via }: { via: string }) => via)).toEqual(['api', 'console', 'api'])
    expect(all[1]).toMatchObject({ address: from, person: 'hq:admin@example.com' })
    const { people } = await office.done('GET', `${path}/people`)
    expect(people).toEqual([
      { id: 'hq:admin@example.com', name: 'hq:admin@example.com' },
      { id: all[0].personId, name: expect.stringContaining('key:Zapier') },
    ])
    expect(await page(`?person=${encodeURIComponent(all[0].personId)}`)).toEqual([all[0]])
    expect(await page('?person=hq%3Aadmin%40example.com')).toEqual([all[1], all[2]])
    expect(await page(`?from=${all[1].at}`)).toEqual([all[0], all[1]])
    expect(await page(`?to=${all[1].at}`)).toEqual([all[2]])
    expect(await page('?type=todo.finished')).toEqual([])
  })

  test('goes page by page, newest first', async () => {
    for (let number = 0; number < 5; number++) await office.done('POST', '/api/admin/tasks', task)
    const first = await office.done('GET', `${path}?limit=3`)
    const second = await office.done('GET', `${path}?limit=3&cursor=${first.nextCursor}`)
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect([ids.length, ids.toSorted((one, other) => other - one)]).toEqual([5, ids])
  })

  test('leaves out customers, tools and the service itself', async () => {
    await office.job()
    await office.done('POST', '/api/dev/activity', { type: 'deploy', actor: 'ci', summary: 'Went live' })
    expect(await page()).toEqual([])
  })

  test('is for owners only', async () => {
    const token = await apiKey(office.deps, { role: 'dispatcher' })
    expectStatus(await office.call('GET', path, { token }), 403)
    expectStatus(await office.call('GET', path), 401)
  })

  test('can be limited to one franchise', async () => {
    const other = await office.franchise()
    await office.done('PATCH', `/api/admin/franchises/${other}`, { taxPercent: 5 })
    await office.done('PATCH', `/api/admin/workers/${marcus}`, { skills: ['ladder'] })
    await office.done('POST', '/api/admin/tasks', task)
    const query = { limit: 50, format: 'json' as const }
    const own = await listAudit(office.deps, query, denver).rows(50, null)
    expect(own.map(({ subjectId }) => subjectId)).toEqual([marcus])
    expect((await listAuditors(office.deps, 'franchise-unknown')).people).toEqual([])
    expect((await listAuditors(office.deps, denver)).people).toHaveLength(1)
  })

  test('uses an index for every filter', async () => {
    const plan = async (where: string) =>
      (
        await office.deps.store.read.all<{ detail: string }>(
          sql.raw(
            `EXPLAIN QUERY PLAN SELECT * FROM activity WHERE via IS NOT NULL ${where} ORDER BY at DESC, id DESC LIMIT 51`,
          ),
        )
      )
        .map(({ detail }) => detail)
        .join(' ')
    expect(await plan('')).toContain('activity_of_hq')
    expect(await plan("AND actor_id = 'a'")).toContain('activity_by_actor')
    expect(await plan("AND subject_kind = 'job' AND subject_id = 'a'")).toContain('activity_by_subject')
    expect(await plan("AND franchise_id = 'a'")).toContain('activity_by_franchise')
    for (const where of ['', "AND actor_id = 'a'", "AND franchise_id = 'a'"])
      expect(await plan(where)).not.toContain('TEMP B-TREE')
  })
})

describe("HQ's changes", () => {
  test('stay for two years, and everything else for 90 days', async () => {
    await office.done('POST', '/api/admin/tasks', task)
    await office.job()
    const left = async () => (await office.deps.store.read.select().from(activity)).map(({ type }) => type)
    office.clock.advance(90 * day)
    await sweepActivity(office.deps)
    expect(await left()).toEqual(['todo.added'])
    office.clock.advance(640 * day - 1)
    await sweepActivity(office.deps)
    expect(await left()).toEqual(['todo.added'])
    office.clock.advance(1)
    await sweepActivity(office.deps)
    expect(await left()).toEqual([])
  })

  test('stay when a customer is erased, without their name', async () => {
    const { id, customerId } = await office.job()
    await office.done('POST', `/api/admin/jobs/${id}/cancel`, {})
    // A technician who is the customer's namesake.
    await office.done('POST', '/api/admin/workers', { name: 'Jordan Rivera' })
    await office.done('POST', `/api/admin/customers/${customerId}/erase`)
    expect(await page()).toMatchObject([
      { type: 'customer.erased', subjectId: customerId },
      { type: 'worker.added', person: 'hq:admin@example.com', summary: 'Erased', subjectName: null },
      { type: 'job.cancelled', summary: expect.stringContaining('Canceled job'), subjectId: id },
    ])
  })

  test('are written with the change or not at all', async () => {
    await office.deps.store.write((tx) =>
      tx.run(
        sql`CREATE TRIGGER no_activity BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'full'); END`,
      ),
    )
    const { status } = await office.hq('PATCH', `/api/admin/franchises/${denver}`, { taxPercent: 1 })
    expect(status).toBe(500)
    expect((await office.done('GET', `/api/admin/franchises/${denver}`)).taxPercent).toBe(8.81)
  })
})
