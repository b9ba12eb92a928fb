import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { jobs } from '../../db/schema'
import type { Place } from '../../src/providers/geocoder/types'
import { joinedAddress, splitAddress } from '../../src/web/book/address-parts'
import { startTestApp, type TestApp } from '../support/app'
import { addWorld } from '../support/world'
import { filled } from './booking-form'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

const { address: _, ...rest } = filled
const parts = { street: '1420 Larimer St', unit: 'Apt 4', city: 'Denver', state: 'CO', zip: '80202' }
const send = (path: string, fields: Record<string, string>) =>
  world.call('POST', path, { raw: new URLSearchParams(fields) })
const next = (fields: Record<string, string>) => send('/book', { ...rest, go: 'time', ...fields })

describe('an address on the booking page', () => {
  test('comes in the fields that browsers fill in, and is kept in one line', async () => {
    const { text } = await world.call('GET', '/book')
    for (const name of ['address-line1', 'address-line2', 'address-level2', 'address-level1', 'postal-code'])
      expect(text).toContain(`autocomplete="${name}"`)
    expect((await send('/book/confirm', { ...rest, ...parts })).status).toBe(303)
    const [job] = await world.deps.store.read.select().from(jobs)
    expect(job?.address).toBe('1420 Larimer St, Apt 4, Denver, CO 80202')
  })

  test('can come from a link, in one line or as a ZIP code', async () => {
    const link = (query: string) => world.call('GET', `/book?${query}`)
    const { text } = await link('address=1420+Larimer+St,+Apt+4,+Denver,+CO+80202')
    for (const [name, value] of Object.entries(parts))
      expect(text).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"`))
    expect((await link('zip=80202')).text).toMatch(/name="zip"[^>]*value="80202"/)
    expect((await link('address=Somewhere+in+Denver')).text).toMatch(
      /name="street"[^>]*value="Somewhere in Denver"/,
    )
  })

  test('is the same line again after it was split', () => {
    for (const line of [
      '1420 Larimer St, Denver, CO 80202',
      '1420 Larimer St, #4, Denver, co 80202-1234',
      '1 Main St, Floor 2, Suite 3, Denver, CO 80202',
      '1420 Larimer',
      'Denver, CO 80202',
      'a, b',
      '',
    ])
      expect(joinedAddress(splitAddress(line))).toBe(line)
  })

  test.each(['PO Box 12', 'P.O. Box 12', 'p o box 12', 'Post Office Box 12'])(
    'can’t be %s',
    async (street) => {
      const { status, text } = await next({ ...parts, unit: '', street })
      expect([status, text.includes('can’t come to a PO box')]).toEqual([422, true])
    },
  )

  test('with Box in its name is fine', async () => {
    expect((await next({ ...parts, street: '12 Boxelder Ct' })).status).toBe(200)
  })
})

describe('an address that the map doesn’t know', () => {
  const answer = (places: Place[]) => {
    const { geocoder } = world.deps.providers
    Object.assign(world.deps.providers, {
      geocoder: Object.create(geocoder, {
        name: { value: 'pelias' },
        search: { value: () => Promise.resolve(places) },
        close: { value: () => geocoder.close() },
      }),
    })
  }
  const zip: Place = { lat: 39.75, lng: -105, label: 'Denver, CO 80202', precision: 'zip', zip: '80202' }

  test('is taken once the customer says that it is right', async () => {
    answer([zip])
    const asked = await next(parts)
    expect([asked.status, asked.text.includes('Is it right?')]).toEqual([422, true])
    expect(asked.text).toContain('name="sure"')
    expect((await send('/book/confirm', { ...rest, ...parts })).status).toBe(422)
    const [, address = ''] = /name="sure" value="([^"]+)"/.exec(asked.text) ?? []
    const sure = await next({ ...parts, sure: address })
    expect([sure.status, sure.text.includes('Available arrival windows')]).toEqual([200, true])
    expect(sure.text).toContain(`type="hidden" name="sure" value="${address}"`)
    const other = await next({ ...parts, street: '9 Elsewhere Ln', sure: address })
    expect([other.status, other.text.includes('Is it right?')]).toEqual([422, true])
    expect(other.text).not.toMatch(/name="sure"[^>]*checked/)
  })

  test('isn’t asked about where the map knows the street', async () => {
    answer([{ ...zip, precision: 'address' }])
    expect((await next(parts)).status).toBe(200)
  })

  test('isn’t asked about where our map has no streets', async () => {
    expect((await next({ ...parts, street: '99999 Nowhere St' })).status).toBe(200)
  })
})
