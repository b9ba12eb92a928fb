import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { findFranchise, franchiseForPoint, franchiseForZip } from '../../../src/modules/franchises/find'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

async function franchise(name: string, body: object): Promise<string> {
  const answer = await admin.post('/api/admin/franchises', { name, timeZone: 'America/Denver', ...body })
  return expectStatus(answer, 201).body.data.id
}
const box = (south: number, west: number, size: number) => [
  [south, west],
  [south, west + size],
  [south + size, west + size],
  [south + size, west],
]
const forZip = async (zip: string) => (await franchiseForZip(admin.deps.store.read, zip))?.id
const forPoint = async (lat: number, lng: number) =>
  (await franchiseForPoint(admin.deps.store.read, lat, lng))?.id

describe('the franchise for a ZIP code', () => {
  test('is the active one whose area contains it', async () => {
    const denver = await franchise('Denver', { areaZips: ['80202'], taxPercent: 8.81 })
    await franchise('Asleep', { areaZips: ['80999'], active: false })
    expect(await franchiseForZip(admin.deps.store.read, '80202')).toEqual({ id: denver, taxBasisPoints: 881 })
    expect(await forZip('80999')).toBeUndefined()
    expect(await forZip('8020')).toBeUndefined()
  })

  test('is the one with higher priority where areas overlap, then the first by name', async () => {
    const second = await franchise('B', { areaZips: ['80202'] })
    const first = await franchise('A', { areaZips: ['80202'] })
    expect(await forZip('80202')).toBe(first)
    await admin.patch(`/api/admin/franchises/${second}`, { priority: 1 })
    expect(await forZip('80202')).toBe(second)
    await admin.patch(`/api/admin/franchises/${second}`, { areaZips: ['80203'] })
    expect(await forZip('80202')).toBe(first)
  })
})

describe('the franchise for a point', () => {
  test('is the active one whose border contains it', async () => {
    const denver = await franchise('Denver', { areaPolygon: box(39, -105, 1), taxPercent: 4.5 })
    expect(await franchiseForPoint(admin.deps.store.read, 39.5, -104.5)).toEqual({
      id: denver,
      taxBasisPoints: 450,
    })
    expect(await forPoint(38.9, -104.5)).toBeUndefined()
    await admin.patch(`/api/admin/franchises/${denver}`, { active: false })
    expect(await forPoint(39.5, -104.5)).toBeUndefined()
  })

  test('is the one with higher priority where areas overlap, then the one with the nearer base', async () => {
    const far = await franchise('A far', { areaPolygon: box(39, -105, 1), lat: 39.9, lng: -104.9 })
    const near = await franchise('B near', { areaPolygon: box(39, -105, 1), lat: 39.2, lng: -104.2 })
    await franchise('C without a base', { areaPolygon: box(39, -105, 1) })
    expect(await forPoint(39.1, -104.1)).toBe(near)
    expect(await forPoint(39.95, -104.95)).toBe(far)
    const wide = await franchise('D', { areaPolygon: box(30, -110, 20), priority: 5 })
    expect(await forPoint(39.1, -104.1)).toBe(wide)
  })
})

test('a franchise is found by its id', async () => {
  const id = await franchise('Denver', { taxPercent: 1, color: '#000000' })
  expect(await findFranchise(admin.deps.store.read, id)).toMatchObject({
    id,
    name: 'Denver',
    taxBasisPoints: 100,
    timeZone: 'America/Denver',
    color: '#000000',
    active: true,
  })
  expect(await findFranchise(admin.deps.store.read, 'nobody')).toBeUndefined()
})
