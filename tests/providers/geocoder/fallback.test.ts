import { beforeEach, describe, expect, test } from 'bun:test'
import { upstream } from '../../../src/lib/errors'
import { silentLog } from '../../../src/lib/log'
import { FallbackGeocoder } from '../../../src/providers/geocoder'
import { TooManyWaiting } from '../../../src/providers/geocoder/remote'
import type { Geocoder, GeocoderHealth, Place } from '../../../src/providers/geocoder/types'
import { UpstreamBusy } from '../../../src/providers/upstream'
import { FixedClock } from '../../support/clock'

const exact: Place = { lat: 1, lng: 2, label: '12 Main St', precision: 'address' }
const coarse: Place = { lat: 1.1, lng: 2.1, label: 'Springfield, IL, USA (town)', precision: 'town' }

let clock: FixedClock
let asked: number
let answer: () => Promise<Place[]>
let gazetteerHealth: GeocoderHealth
let geocoder: FallbackGeocoder

beforeEach(() => {
  clock = new FixedClock()
  asked = 0
  answer = async () => [exact]
  gazetteerHealth = { status: 'demo' }
  const gazetteer: Geocoder = {
    name: 'gazetteer',
    search: async () => [coarse],
    locateZips: async () => new Map(),
    townsIn: async () => [],
    zipsIn: async () => [],
    health: async () => gazetteerHealth,
    warm: async () => {},
    close: () => {},
  }
  const remote = {
    name: 'photon' as const,
    search: () => {
      asked += 1
      return answer()
    },
  }
  geocoder = new FallbackGeocoder(remote, gazetteer, { clock, log: silentLog })
})

const fail = (cause?: unknown) => async () => {
  throw upstream('The geocoder', cause)
}

describe('a configured geocoder', () => {
  test('answers, and is up', async () => {
    expect(await geocoder.search('12 Main St')).toEqual([exact])
    expect(await geocoder.health()).toEqual({ status: 'up' })
  })

  test("that fails is replaced by the gazetteer, and health says so until it's back", async () => {
    answer = fail()
    expect(await geocoder.search('12 Main St')).toEqual([coarse])
    expect(await geocoder.health()).toEqual({
      status: 'degraded',
      detail: "photon isn't responding, so the built-in gazetteer is used instead",
    })
    answer = async () => [exact]
    expect(await geocoder.search('12 Main St')).toEqual([exact])
    expect(await geocoder.health()).toEqual({ status: 'up' })
  })

  test("that doesn't know a place is complemented by the gazetteer", async () => {
    answer = async () => []
    expect(await geocoder.search('12 Main St')).toEqual([coarse])
    expect(await geocoder.health()).toEqual({ status: 'up' })
  })

  test('that fails three times in a row is paused for half a minute', async () => {
    answer = fail()
    for (let time = 0; time < 5; time += 1) await geocoder.search('12 Main St')
    expect(asked).toBe(3)
    clock.advance(30_000)
    await geocoder.search('12 Main St')
    expect(asked).toBe(4)
  })

  test('that asks for a pause gets it, within reason', async () => {
    answer = fail(new UpstreamBusy('90'))
    await geocoder.search('12 Main St')
    clock.advance(89_000)
    await geocoder.search('12 Main St')
    expect(asked).toBe(1)
    clock.advance(1_000)
    answer = fail(new UpstreamBusy('86400'))
    await geocoder.search('12 Main St')
    clock.advance(600_000)
    await geocoder.search('12 Main St')
    expect(asked).toBe(3)
  })

  test("isn't blamed when its queue is full", async () => {
    answer = async () => {
      throw new TooManyWaiting('full')
    }
    for (let time = 0; time < 5; time += 1) expect(await geocoder.search('12 Main St')).toEqual([coarse])
    expect(asked).toBe(5)
    expect(await geocoder.health()).toEqual({ status: 'up' })
  })

  test("is down when the gazetteer can't replace it either", async () => {
    answer = fail()
    await geocoder.search('12 Main St')
    gazetteerHealth = { status: 'down' }
    expect((await geocoder.health()).status).toBe('down')
  })
})
