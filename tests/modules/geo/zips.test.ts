import { afterAll, beforeAll, expect, test } from 'bun:test'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'

let admin: Admin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

const locate = (zips: unknown) => admin.post('/api/admin/zips/locate', { zips })

test("locates each ZIP code once and reports those that don't exist", async () => {
  const { known, unknown } = expectStatus(await locate(['80202', '02108', '80202', '00000', '99998']), 200)
    .body.data
  expect(known.map(({ zip }: { zip: string }) => zip)).toEqual(['80202', '02108'])
  expect(known[0].lat).toBeCloseTo(39.75, 1)
  expect(known[0].lng).toBeCloseTo(-105, 1)
  expect(known[1].lat).toBeCloseTo(42.36, 1)
  expect(unknown).toEqual(['00000', '99998'])
})

test('answers 400 naming any invalid ZIP code, and 401 to strangers', async () => {
  const refused = expectStatus(await locate(['80202', '8020']), 400)
  expect(refused.body.details).toEqual(['zips.1: must be a 5-digit ZIP code'])
  const stranger = await admin.call('POST', '/api/admin/zips/locate', { body: { zips: [] } })
  expect(stranger.status).toBe(401)
})
