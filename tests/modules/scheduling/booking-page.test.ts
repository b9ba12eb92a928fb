import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, franchiseZips, serviceTypes } from '../../../db/schema'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, denver } from '../../support/world'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterAll(() => world.close())

const areaOf = async (address: string) =>
  (await world.call('GET', `/api/area?address=${encodeURIComponent(address)}`)).body.data

describe('the list of bookable services', () => {
  test('shows each price and duration', async () => {
    const { status, body } = await world.call('GET', '/api/services')
    expect(status).toBe(200)
    expect(body.data.services).toEqual([
      {
        id: 'service-cleaning',
        label: 'Gutter cleaning',
        price: 189,
        listPrice: 189,
        footPrice: 0,
        storyPrice: 0,
        windowPrice: 0,
        minimumPrice: 0,
        extras: [],
        byQuote: false,
        minutes: 45,
        dependsOnSize: true,
      },
    ])
  })

  test('leaves out retired services', async () => {
    const stamps = { createdAt: 0, updatedAt: 0 }
    await world.deps.store.write((tx) =>
      tx.insert(serviceTypes).values([
        { id: 'gone', label: 'Chimney sweeping', active: false, ...stamps },
        { id: 'by-talk', label: 'Attic', listPriceCents: null, ...stamps },
      ]),
    )
    const { body } = await world.call('GET', '/api/services')
    expect(
      body.data.services.map(({ label, price }: { label: string; price: number | null }) => [label, price]),
    ).toEqual([
      ['Attic', null],
      ['Gutter cleaning', 189],
    ])
  })
})

describe('an address', () => {
  test('with one of our ZIP codes is served, and by whom', async () => {
    expect(await areaOf('1420 Larimer St, Denver, CO 80202')).toEqual({
      area: 'served',
      franchise: { id: denver, name: 'Front Range Gutters', timeZone: 'America/Denver', taxPercent: 8.81 },
    })
  })

  test("inside a drawn area is served even if its ZIP code isn't listed", async () => {
    expect((await areaOf('500 S Logan St, Denver, CO 80209')).franchise?.id).toBe(denver)
  })

  test('elsewhere is outside', async () => {
    expect(await areaOf('1 Beacon St, Boston, MA 02108')).toEqual({ area: 'outside', franchise: null })
  })

  test("that can't be found is unknown", async () => {
    expect(await areaOf('qwxz vbnm')).toEqual({ area: 'unknown', franchise: null })
  })

  test('is required', async () => {
    expect((await world.call('GET', '/api/area?address=')).status).toBe(400)
    expect((await world.call('GET', '/api/area')).status).toBe(400)
  })

  test("of a closed franchise isn't served, and with no area drawn at all everyone is", async () => {
    await world.deps.store.write((tx) =>
      tx.update(franchises).set({ active: false }).where(eq(franchises.id, denver)),
    )
    expect(await areaOf('1420 Larimer St, Denver, CO 80202')).toEqual({ area: 'served', franchise: null })
    await world.deps.store.write(async (tx) => {
      await tx
        .insert(franchises)
        .values({ id: 'other', name: 'Other', timeZone: 'America/Chicago', createdAt: 0, updatedAt: 0 })
      await tx.insert(franchiseZips).values({ zip: '60601', franchiseId: 'other' })
    })
    expect(await areaOf('1420 Larimer St, Denver, CO 80202')).toEqual({ area: 'outside', franchise: null })
  })
})
