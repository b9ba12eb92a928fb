import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { promoCodes } from '../../../db/schema'
import { expectLimits, expectStablePages, expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
let franchiseId: string
let made = 0
const path = '/api/admin/promos'
const now = '2026-03-02T15:00:00.000Z'

beforeAll(async () => {
  admin = await startAdmin()
  const franchise = await admin.post('/api/admin/franchises', { name: 'Denver', timeZone: 'America/Denver' })
  franchiseId = expectStatus(franchise, 201).body.data.id
})
afterAll(() => admin.close())

const next = () => ({ code: `CODE-${++made}`, kind: 'percent', value: 10 })
const add = async (body: object = {}) =>
  expectStatus(await admin.post(path, { ...next(), ...body }), 201).body.data

describe('adding a promo code', () => {
  test('stores it in upper case and returns what was sent', async () => {
    const added = await add({
      code: ' spring_15-a ',
      value: 12.5,
      franchiseId,
      validFrom: '2026-04-01T00:00:00-06:00',
      validUntil: '2026-05-01T00:00:00Z',
      maxUses: 200,
    })
    expect(added).toEqual({
      id: expect.any(String),
      code: 'SPRING_15-A',
      kind: 'percent',
      value: 12.5,
      franchiseId,
      validFrom: '2026-04-01T06:00:00.000Z',
      validUntil: '2026-05-01T00:00:00.000Z',
      maxUses: 200,
      uses: 0,
      active: true,
      createdAt: now,
      updatedAt: now,
    })
    expect((await admin.get(`${path}/${added.id}`)).body.data).toEqual(added)
  })

  test('answers 409 for a code that exists in any case', async () => {
    await add({ code: 'WELCOME' })
    expect(expectStatus(await admin.post(path, { ...next(), code: 'welcome' }), 409).body.error).toBe(
      'This promo code already exists',
    )
  })

  test('repeats the first answer under the same key', async () => {
    const body = next()
    const twins = await Promise.all(
      [1, 2].map(() => admin.post(path, body, { 'idempotency-key': 'promo-1' })),
    )
    expect(twins.map(({ status }) => status)).toEqual([201, 201])
    expect(twins[0]?.body).toEqual(twins[1]?.body)
  })

  test('ignores a use count from the caller', async () => {
    expect(await add({ uses: 7, demo: true })).toMatchObject({ uses: 0 })
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    await expectLimits(admin, path, next, [
      ['code', 'abc', 'ab'],
      ['code', 'a'.repeat(50), 'a'.repeat(51)],
      ['code', 'A_-', '-AB'],
      ['code', 'A1B2', 'CAFÉ'],
      ['kind', 'amount', 'gift'],
      ['value', 100, 100.01],
      ['value', 0.01, 0],
      ['value', 33.33, 33.333],
      ['franchiseId', franchiseId, 7],
      ['validFrom', '2026-01-01T00:00:00Z', '2026-01-01'],
      ['validUntil', null, 'never'],
      ['maxUses', 1_000_000, 1_000_001],
      ['maxUses', 1, 0],
      ['maxUses', null, 1.5],
      ['active', false, 0],
    ])
    await expectLimits(admin, path, () => ({ ...next(), kind: 'amount' }), [
      ['value', 99_999, 99_999.01],
      ['value', 129.99, 129.999],
    ])
  })

  test('refuses an end before the start', async () => {
    const moment = '2026-04-01T00:00:00Z'
    const refused = await admin.post(path, { ...next(), validFrom: moment, validUntil: moment })
    expect(expectStatus(refused, 400).body.details).toEqual(['validUntil: must be after the start date'])
  })

  test("answers 404 for a franchise that doesn't exist", async () => {
    expectStatus(await admin.post(path, { ...next(), franchiseId: 'nowhere' }), 404)
  })
})

describe('changing a promo code', () => {
  test('changes only the given fields; code, kind and uses stay', async () => {
    const added = await add({ kind: 'amount', value: 25 })
    const changed = await admin.patch(`${path}/${added.id}`, {
      value: 30.5,
      active: false,
      code: 'OTHER',
      kind: 'percent',
      uses: 3,
    })
    expect(expectStatus(changed, 200).body.data).toEqual({ ...added, value: 30.5, active: false })
  })

  test('checks the value against its kind', async () => {
    const { id } = await add()
    expect(expectStatus(await admin.patch(`${path}/${id}`, { value: 150 }), 400).body.details).toEqual([
      'value: must be at most 100%',
    ])
  })

  test('checks a new end against the existing start', async () => {
    const { id } = await add({ validFrom: '2026-04-01T00:00:00Z' })
    expectStatus(await admin.patch(`${path}/${id}`, { validUntil: '2026-03-01T00:00:00Z' }), 400)
    expectStatus(
      await admin.patch(`${path}/${id}`, { validFrom: null, validUntil: '2026-03-01T00:00:00Z' }),
      200,
    )
  })

  test('answers 409 when the new limit is below the number of uses', async () => {
    const { id } = await add({ maxUses: 5 })
    await admin.deps.store.write((tx) => tx.update(promoCodes).set({ uses: 3 }).where(eq(promoCodes.id, id)))
    expectStatus(await admin.patch(`${path}/${id}`, { maxUses: 2 }), 409)
    expect(expectStatus(await admin.patch(`${path}/${id}`, { maxUses: 3 }), 200).body.data).toMatchObject({
      uses: 3,
      maxUses: 3,
    })
  })

  test('answers 404 for an unknown code or franchise', async () => {
    const { id } = await add()
    expectStatus(await admin.patch(`${path}/nothing`, {}), 404)
    expectStatus(await admin.get(`${path}/nothing`), 404)
    expectStatus(await admin.patch(`${path}/${id}`, { franchiseId: 'nowhere' }), 404)
  })
})

describe('listing promo codes', () => {
  test('filters by text, activity and franchise', async () => {
    await add({ code: 'FIND-A', franchiseId })
    await add({ code: 'FIND-B', active: false })
    const codes = async (query: string) =>
      (await admin.get(`${path}?${query}`)).body.data.items.map((item: { code: string }) => item.code)
    expect(await codes('q=find')).toEqual(['FIND-B', 'FIND-A'])
    expect(await codes('q=find&active=true')).toEqual(['FIND-A'])
    expect(await codes(`q=find&franchiseId=${franchiseId}`)).toEqual(['FIND-A'])
  })

  test('shows each once, newest first, while others are added', async () => {
    await expectStablePages(
      admin,
      `${path}?q=PAGED`,
      async (n) => (await add({ code: `PAGED${n}-${++made}` })).id,
    )
  })

  test('can be downloaded as CSV', async () => {
    await add({ code: 'CSV-1', value: 7.5 })
    const [head, row] = (await admin.get(`${path}?q=CSV-1&format=csv`)).text.split('\r\n')
    expect(head).toBe(
      'id,code,kind,franchiseId,maxUses,uses,active,value,validFrom,validUntil,createdAt,updatedAt',
    )
    expect(row).toEndWith(`,CSV-1,percent,,,0,true,7.5,,,${now},${now}`)
  })
})
