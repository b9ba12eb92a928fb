import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { newId } from '../../../db/store'
import { referenceFor, referenceOf } from '../../../src/lib/reference'
import { newestWith, startsWith } from '../../../src/modules/jobs/search'
import { freeReference, giveReferences, giveReferencesSoon } from '../../../src/modules/jobs/references'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'
import { booking } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const book = async () =>
  expectStatus(await admin.call('POST', '/api/jobs/create', { body: booking, from: newId() }), 201).body.data
    .job
const found = async (q: string): Promise<string[]> =>
  expectStatus(await admin.get(`/api/admin/jobs?q=${encodeURIComponent(q)}`), 200).body.data.items.map(
    ({ id }: { id: string }) => id,
  )
const stored = async (id: string) =>
  (await admin.deps.store.read.select().from(jobs).where(eq(jobs.id, id)))[0]?.reference ?? null
const give = () => admin.deps.store.write(giveReferences)

describe('a job reference', () => {
  test('is short, without look-alikes or vowels, and reveals nothing of the id', () => {
    const ids = Array.from({ length: 2_000 }, () => newId())
    const all = ids.map((id) => referenceFor(id))
    for (const reference of all) expect(reference).toMatch(/^TR-[2-9BCDFGHJKMNPQRSTVWXYZ]{5}$/)
    // Ids from one moment start alike, but their references don't.
    expect(new Set(all.map((reference) => reference.slice(0, 4))).size).toBe(28)
    expect(new Set(all).size).toBeGreaterThan(1_990)
  })

  test('comes with the booking, is stored, and is shown by the API', async () => {
    const job = await book()
    expect(job.reference).toMatch(/^TR-/)
    expect(await stored(job.id)).toBe(job.reference)
    const read = expectStatus(await admin.get(`/api/admin/jobs/${job.id}`), 200).body.data.job
    expect(read.reference).toBe(job.reference)
  })

  test("gets one more letter when it's taken, and no two jobs can share one", async () => {
    const id = newId()
    await plantJob(admin, { fields: { reference: referenceFor(id) } })
    await plantJob(admin, { fields: { reference: referenceFor(id, 6) } })
    const free = await admin.deps.store.write((tx) => freeReference(tx, id))
    expect(free).toBe(referenceFor(id, 7))
    const twin = plantJob(admin, { fields: { reference: referenceFor(id) } })
    await expect(twin).rejects.toThrow()
  })
})

test('a booking whose reference is taken gets a longer one, and is booked once', async () => {
  const ids = [newId(), newId(), newId(), newId()]
  for (const id of ids) await plantJob(admin, { fields: { reference: referenceFor(id) } })
  const makeId = spyOn(Bun, 'randomUUIDv7')
  for (const id of ids) makeId.mockImplementationOnce((() => id) as never)
  const job = await book().finally(() => makeId.mockRestore())
  expect(ids).toContain(job.id)
  expect(job.reference).toBe(referenceFor(job.id, 6))
  expect(await stored(job.id)).toBe(job.reference)
  expect(await found(job.reference)).toEqual([job.id])
})

describe('jobs older than references', () => {
  test('get theirs in small units, the newest first, and keep the one they were shown with', async () => {
    const old: string[] = []
    for (let n = 0; n < 120; n++) old.push((await plantJob(admin, {})).id)
    const [oldest = '', newest = ''] = [old[0], old.at(-1)]
    const shown = referenceOf({ id: newest, reference: null })
    expect(await give()).toBe(50)
    expect([await stored(newest), await stored(oldest)]).toEqual([shown, null])
    giveReferencesSoon(admin.deps)
    await admin.deps.background.idle()
    expect(await stored(oldest)).toBe(referenceFor(oldest))
    expect(await give()).toBe(0)
    const all = await admin.deps.store.read.select({ reference: jobs.reference }).from(jobs)
    expect(new Set(all.map(({ reference }) => reference)).size).toBe(120)
  })

  test('are found without scanning the others', async () => {
    const plan = await admin.deps.store.read.all<{ detail: string }>(
      sql`EXPLAIN QUERY PLAN SELECT seq, id FROM jobs WHERE reference IS NULL ORDER BY seq DESC LIMIT 50`,
    )
    expect(plan.map(({ detail }) => detail).join()).toContain('jobs_without_reference')
  })
})

describe('the job search', () => {
  test('finds the start of a reference by its index, for a franchise too', async () => {
    const { read } = admin.deps.store
    for (const franchiseId of [undefined, 'front-range']) {
      const query = newestWith(read, startsWith('TR-7'), franchiseId, 50).getSQL()
      const plan = await read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`)
      expect(plan.map(({ detail }) => detail).join()).toContain('jobs_by_reference')
    }
  })

  test('finds a job by its reference, in either case and without the prefix', async () => {
    const job = await book()
    await book()
    const bare = job.reference.slice(3)
    for (const q of [job.reference, job.reference.toLowerCase(), bare, `tr ${bare}`, ` TR${bare} `])
      expect(await found(q)).toEqual([job.id])
    expect(await found(`${job.reference}2`)).toEqual([])
  })

  test('respects the other filters and the order of a text search', async () => {
    const first = await plantJob(admin, { start: '2026-03-04T16:00:00Z', status: 'scheduled' })
    await give()
    const reference = referenceFor(first.id)
    const named = await plantJob(admin, { fields: { customerName: reference.slice(3) } })
    expect(await found(reference.slice(3))).toEqual([named.id, first.id])
    const page = async (query: string) =>
      expectStatus(await admin.get(`/api/admin/jobs?${query}`), 200).body.data
    const one = await page(`q=${reference.slice(3)}&limit=1`)
    const rest = await page(`q=${reference.slice(3)}&limit=1&cursor=${one.nextCursor}`)
    expect([one.items[0].id, rest.items[0].id, rest.nextCursor]).toEqual([named.id, first.id, null])
    expect((await page(`q=${reference}&status=pending`)).items).toEqual([])
    expect((await page(`q=${reference}&from=2026-03-04T00:00:00Z`)).items).toMatchObject([{ id: first.id }])
    expect((await page(`q=${reference}&from=2026-03-05T00:00:00Z`)).items).toEqual([])
  })

  test('finds a job that was indexed before it had a reference', async () => {
    const { id } = await plantJob(admin, {})
    expect(await found('Larimer')).toEqual([id])
    await give()
    expect(await found(referenceFor(id))).toEqual([id])
    expect(await found('Larimer')).toEqual([id])
    expect(await found(id)).toEqual([id])
  })
})
