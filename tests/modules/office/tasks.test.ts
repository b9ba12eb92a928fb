import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { TodoKind } from '../../../db/schema/office'
import { closingQuery, raiseTodo } from '../../../src/modules/office/todos'
import {
  expectLimits,
  expectStablePages,
  expectStatus,
  startAdmin,
  textOfLength,
  type Admin,
} from '../../support/admin'

let admin: Admin
const path = '/api/admin/tasks'
const now = '2026-03-02T15:00:00.000Z'

beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const list = async (query = '') => expectStatus(await admin.get(`${path}${query}`), 200).body.data.items
const raise = (kind: TodoKind, subject: string, franchiseId: string | null = null) =>
  admin.deps.store.write((tx) =>
    raiseTodo(tx, admin.clock.now(), { kind, subject, title: `About ${subject}`, franchiseId }),
  )

describe("HQ's to-dos", () => {
  test('are listed while open, newest first, and by kind and franchise', async () => {
    await raise('job.unplaced', 'job-1', 'denver')
    admin.clock.advance(1000)
    await raise('refund.refused', 'job-2')
    admin.clock.advance(1000)
    await raise('job.unplaced', 'job-3')
    const subjects = async (query = '') =>
      (await list(query)).map(({ subject }: { subject: string }) => subject)
    expect(await subjects()).toEqual(['job-3', 'job-2', 'job-1'])
    expect(await subjects('?kind=job.unplaced')).toEqual(['job-3', 'job-1'])
    expect(await subjects('?franchiseId=denver')).toEqual(['job-1'])
    expect(await subjects('?kind=job.unplaced&franchiseId=austin')).toEqual([])
    expect(await subjects('?state=done')).toEqual([])
    expectStatus(await admin.get(`${path}?state=all`), 400)
  })

  test('move to the done list with the person and time, and the first person stays', async () => {
    await raise('job.unplaced', 'job-1')
    const [{ id }] = await list()
    admin.clock.advance(60_000)
    const done = expectStatus(await admin.post(`${path}/${id}/done`), 200).body.data
    expect(done).toEqual({
      id,
      kind: 'job.unplaced',
      subject: 'job-1',
      title: 'About job-1',
      detail: null,
      franchiseId: null,
      state: 'done',
      createdAt: now,
      doneAt: '2026-03-02T15:01:00.000Z',
      doneBy: 'hq:admin@example.com',
      jobId: null,
      contact: null,
    })
    admin.clock.advance(60_000)
    expect((await admin.post(`${path}/${id}/done`)).body.data).toEqual(done)
    expect(await list()).toEqual([])
    expect(await list('?state=done')).toEqual([done])
    expect((await admin.get(`${path}/${id}`)).body.data).toEqual(done)
  })

  test('are listed by when they were done once completed, over all pages', async () => {
    const subjects = ['job-1', 'job-2', 'job-3', 'job-4', 'job-5']
    for (const subject of subjects) {
      admin.clock.advance(1000)
      await raise('job.unplaced', subject, 'denver')
    }
    const open: { id: string; subject: string }[] = await list()
    const ids = new Map(open.map(({ id, subject }) => [subject, id]))
    // Two of them in the same moment.
    for (const [subject, later] of [
      ['job-4', 1000],
      ['job-1', 1000],
      ['job-5', 0],
      ['job-2', 1000],
      ['job-3', 1000],
    ] as const) {
      admin.clock.advance(later)
      expectStatus(await admin.post(`${path}/${ids.get(subject)}/done`), 200)
    }
    for (const filter of ['', '&franchiseId=denver', '&kind=job.unplaced']) {
      const pages: string[][] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const after: string = cursor && `&cursor=${cursor}`
        const page = expectStatus(await admin.get(`${path}?state=done&limit=2${filter}${after}`), 200).body
          .data
        pages.push(page.items.map(({ subject }: { subject: string }) => subject))
        cursor = page.nextCursor
      }
      expect(pages).toEqual([['job-3', 'job-2'], ['job-5', 'job-1'], ['job-4']])
    }
  })

  test('can be reopened, unless a newer one about the same thing is open', async () => {
    await raise('job.unplaced', 'job-1')
    const [{ id }] = await list()
    await admin.post(`${path}/${id}/done`)
    const reopened = expectStatus(await admin.post(`${path}/${id}/reopen`), 200).body.data
    expect(reopened).toMatchObject({ state: 'open', doneAt: null, doneBy: null })
    await admin.post(`${path}/${id}/done`)
    await raise('job.unplaced', 'job-1')
    expectStatus(await admin.post(`${path}/${id}/reopen`), 409)
    expect(await list('?state=done')).toHaveLength(1)
  })

  test("answer 404 when they don't exist", async () => {
    expectStatus(await admin.get(`${path}/nothing`), 404)
    expectStatus(await admin.post(`${path}/nothing/done`), 404)
    expectStatus(await admin.post(`${path}/nothing/reopen`), 404)
  })

  test('can be written by hand', async () => {
    const added = expectStatus(
      await admin.post(path, { title: 'Call Denver', kind: 'x', state: 'done' }),
      201,
    ).body.data
    expect(added).toMatchObject({ kind: 'office.manual', title: 'Call Denver', detail: null, state: 'open' })
    expect(await list()).toEqual([added])
  })

  test('written by hand accept every field at its limit and refuse it one past', async () => {
    await expectLimits(admin, path, () => ({ title: 'Call' }), [
      ['title', textOfLength(300), textOfLength(301)],
      ['title', '☎', ' '],
      ['detail', textOfLength(2000), textOfLength(2001)],
      ['franchiseId', textOfLength(100), textOfLength(101)],
    ])
  })

  test('are paged without duplicates, even those raised at the same moment', async () => {
    await expectStablePages(
      admin,
      path,
      async (n) => (await admin.post(path, { title: `Task ${n}` })).body.data.id,
    )
  })

  test('are closed without looking through all open ones', async () => {
    const { read } = admin.deps.store
    const text = closingQuery(read).toSQL().sql.replaceAll('?', '1')
    const steps = await read.all<{ detail: string }>(sql.raw(`EXPLAIN QUERY PLAN ${text}`))
    expect(steps.map(({ detail }) => detail)).toEqual([
      'SEARCH hq_tasks USING INDEX hq_tasks_one_open (kind=? AND subject=?)',
    ])
  })

  test('can be downloaded as CSV without formulas in titles', async () => {
    await admin.post(path, { title: '=cmd' })
    expect((await admin.get(`${path}?format=csv`)).text).toContain(",'=cmd,")
  })
})
