import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { franchiseSplits } from '../../../db/schema'
import { brokenConstraint } from '../../../db/store'
import { shareAt } from '../../../src/modules/franchises/find'
import { expectLimits, expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
const now = '2026-03-02T15:00:00.000Z'

beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

async function franchise(): Promise<string> {
  const body = { name: 'Front Range', timeZone: 'America/Denver' }
  return expectStatus(await admin.post('/api/admin/franchises', body), 201).body.data.id
}
const path = (id: string) => `/api/admin/franchises/${id}/splits`

describe("a franchise's share", () => {
  test('applies from its moment until the next one', async () => {
    const id = await franchise()
    await admin.post(path(id), { sharePercent: 80, effectiveFrom: '2026-01-01T00:00:00Z' })
    await admin.post(path(id), { sharePercent: 82.55, effectiveFrom: '2026-04-01T00:00:00-06:00' })
    const at = (moment: string) => shareAt(admin.deps.store.read, id, Date.parse(moment))
    expect(await at('2025-12-31T23:59:59.999Z')).toBe(0)
    expect(await at('2026-01-01T00:00:00Z')).toBe(8000)
    expect(await at('2026-04-01T05:59:59.999Z')).toBe(8000)
    expect(await at('2026-04-01T06:00:00Z')).toBe(8255)
    expect(await shareAt(admin.deps.store.read, 'nobody', Date.now())).toBe(0)
  })

  test('starts at once when no moment is given', async () => {
    const id = await franchise()
    const added = expectStatus(await admin.post(path(id), { sharePercent: 70 }), 201).body.data
    expect(added).toEqual({
      id: expect.any(String),
      franchiseId: id,
      sharePercent: 70,
      effectiveFrom: now,
      createdAt: now,
    })
  })

  test('can be back-dated only while none is in effect', async () => {
    const id = await franchise()
    expectStatus(await admin.post(path(id), { sharePercent: 70, effectiveFrom: '2026-06-01T00:00:00Z' }), 201)
    expectStatus(await admin.post(path(id), { sharePercent: 60, effectiveFrom: '2025-06-01T00:00:00Z' }), 201)
    expectStatus(await admin.post(path(id), { sharePercent: 50, effectiveFrom: '2026-03-02T14:59:59Z' }), 409)
    expectStatus(await admin.post(path(id), { sharePercent: 50, effectiveFrom: now }), 201)
  })

  test('is refused with 409 when another starts at the same moment, even when ten arrive at once', async () => {
    const id = await franchise()
    const body = { sharePercent: 70, effectiveFrom: '2026-05-01T00:00:00Z' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post(path(id), body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })

  test('repeats the first answer under the same key instead of a conflict', async () => {
    const id = await franchise()
    const body = { sharePercent: 70, effectiveFrom: '2026-05-01T00:00:00Z' }
    const answers = await Promise.all(
      [1, 2].map(() => admin.post(path(id), body, { 'idempotency-key': `split-${id}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  test('can be withdrawn until it starts, and not afterwards', async () => {
    const id = await franchise()
    const later = (await admin.post(path(id), { sharePercent: 70, effectiveFrom: '2026-05-01T00:00:00Z' }))
      .body.data
    const begun = (await admin.post(path(id), { sharePercent: 60 })).body.data
    expectStatus(await admin.remove(`${path(id)}/${later.id}`), 200)
    expectStatus(await admin.remove(`${path(id)}/${later.id}`), 404)
    expectStatus(await admin.remove(`${path(id)}/${begun.id}`), 409)
    expectStatus(await admin.remove(`${path(await franchise())}/${begun.id}`), 404)
    expect((await admin.get(path(id))).body.data.items).toEqual([begun])
  })

  test("can't be changed even by a bug in the program", async () => {
    const id = await franchise()
    await admin.post(path(id), { sharePercent: 70 })
    const change = admin.deps.store.write((tx) =>
      tx.update(franchiseSplits).set({ shareBasisPoints: 1 }).returning(),
    )
    expect(await change.then(() => 'changed', brokenConstraint)).toBe('truckroll:append-only')
  })

  test('is accepted at its limits and refused one past', async () => {
    const id = await franchise()
    const bodyOf = (number: number) => ({
      sharePercent: 50,
      effectiveFrom: new Date(Date.parse(now) + (number + 1) * 1000).toISOString(),
    })
    await expectLimits(admin, path(id), bodyOf, [
      ['sharePercent', 100, 100.01],
      ['sharePercent', 0, -0.01],
      ['sharePercent', 33.33, 33.333],
      ['sharePercent', 1, '1'],
      ['effectiveFrom', '2027-01-01T00:00:00+14:00', 'next tuesday'],
      ['effectiveFrom', '2028-02-29T00:00:00Z', '2027-02-29T00:00:00Z'],
      ['effectiveFrom', '2029-01-01T00:00:00Z', '2029-01-01'],
    ])
  })

  test('is listed latest first in pages', async () => {
    const id = await franchise()
    for (const month of ['04', '06', '05'])
      await admin.post(path(id), { sharePercent: Number(month), effectiveFrom: `2026-${month}-01T00:00:00Z` })
    const first = (await admin.get(`${path(id)}?limit=2`)).body.data
    const second = (await admin.get(`${path(id)}?limit=2&cursor=${first.nextCursor}`)).body.data
    const shares = [...first.items, ...second.items].map(
      (split: { sharePercent: number }) => split.sharePercent,
    )
    expect(shares).toEqual([6, 5, 4])
    expect(second.nextCursor).toBeNull()
  })

  test("answers 404 for a franchise that doesn't exist", async () => {
    expectStatus(await admin.get(path('nobody')), 404)
    expectStatus(await admin.post(path('nobody'), { sharePercent: 1 }), 404)
  })
})
