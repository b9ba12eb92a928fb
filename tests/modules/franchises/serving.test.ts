import { afterEach, beforeEach, expect, test } from 'bun:test'
import { servingOnceFound, servingWrittenZip } from '../../../src/modules/franchises/find'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
let byZip: string
let byBorder: string

beforeEach(async () => {
  admin = await startAdmin()
  const areaPolygon = [
    [39, -105],
    [39, -104],
    [40, -104],
    [40, -105],
  ]
  byZip = await franchise('By ZIP', { areaZips: ['80202'] })
  byBorder = await franchise('By border', { areaPolygon })
})
afterEach(() => admin.close())

async function franchise(name: string, area: object): Promise<string> {
  const answer = await admin.post('/api/admin/franchises', { name, timeZone: 'America/Denver', ...area })
  return expectStatus(answer, 201).body.data.id
}
const inside = { lat: 39.5, lng: -104.5 }
const outside = { lat: 30, lng: -104.5 }
const written = async (zip: string | null) => (await servingWrittenZip(admin.deps.store.read, zip))?.id
const found = async (at: { place: typeof inside | null; zip: string | null }) =>
  (await servingOnceFound(admin.deps.store.read, at))?.id

test("the ZIP code in an address decides when it's one of ours", async () => {
  expect(await written('80202')).toBe(byZip)
  expect(await written('99999')).toBeUndefined()
  expect(await written(null)).toBeUndefined()
})

test('once an address is located, the border around it decides before its ZIP code', async () => {
  expect(await found({ place: inside, zip: '80202' })).toBe(byBorder)
  expect(await found({ place: inside, zip: null })).toBe(byBorder)
  expect(await found({ place: outside, zip: '80202' })).toBe(byZip)
  expect(await found({ place: null, zip: '80202' })).toBe(byZip)
  expect(await found({ place: outside, zip: null })).toBeUndefined()
})
