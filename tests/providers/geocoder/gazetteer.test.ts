import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Refusal } from '../../../src/lib/errors'
import { silentLog } from '../../../src/lib/log'
import { GazetteerGeocoder } from '../../../src/providers/geocoder/gazetteer'
import { FixedClock } from '../../support/clock'
import { gazetteerFile } from '../../support/gazetteer'
import { temporaryFolder } from '../../support/temp'

const clock = new FixedClock()
const gazetteer = new GazetteerGeocoder(gazetteerFile, { clock, log: silentLog })
// The first run on a machine unpacks it.
beforeAll(() => gazetteer.warm(), 60_000)
afterAll(() => gazetteer.close())

const best = async (query: string) => (await gazetteer.search(query))[0]
const labels = async (query: string) => (await gazetteer.search(query)).map(({ label }) => label)

describe('the gazetteer', () => {
  test.each([
    ['Springfield, IL', 'Springfield, IL, USA'],
    ['springfield il', 'Springfield, IL, USA'],
    ['Springfield Illinois USA', 'Springfield, IL, USA'],
    ['Springfield, Sangamon County, Illinois, United States', 'Springfield, IL, USA'],
    ['St Louis, Missouri', 'St. Louis, MO, USA'],
    ['Saint Louis MO', 'St. Louis, MO, USA'],
    ['New York, NY', 'New York City, NY, USA'],
    ['Washington DC', 'Washington, DC, USA'],
    ['Helena, MT', 'Helena, MT, USA'],
    ['New Haven CT', 'New Haven, CT, USA'],
    ['Miami, FL', 'Miami, FL, USA'],
    ['Kansas City', 'Kansas City, MO, USA'],
    ['Kansas City, KS', 'Kansas City, KS, USA'],
    ['Brooklyn, New York, NY', 'Brooklyn, NY, USA'],
    ['Baldwin Place, NY', 'Baldwin Place, NY, USA'],
    ['Sangamon County, IL', 'Sangamon County, IL, USA'],
    ['IL', 'Illinois, USA'],
    ['West Virginia', 'West Virginia, USA'],
  ])('knows %p', async (query, label) => {
    expect((await best(query))?.label).toBe(label)
  })

  test.each([
    ['London', 'London, England, United Kingdom'],
    ['London, ON', 'London, Ontario, Canada'],
    ['Paris', 'Paris, Île-de-France, France'],
    ['Paris, TX', 'Paris, TX, USA'],
    ['München', 'Munich, Bavaria, Germany'],
    ['munchen', 'Munich, Bavaria, Germany'],
    ['Sao Paulo', 'São Paulo, Brazil'],
    ['Wien', 'Vienna, Austria'],
    ['Berlin, DE', 'Berlin, State of Berlin, Germany'],
    ['San Juan, PR', 'San Juan, Puerto Rico'],
  ])('knows %p in the world', async (query, label) => {
    expect((await best(query))?.label).toBe(label)
  })

  test.each([
    ['Springfeild, IL', 'Springfield, IL, USA'],
    ['San Francsico, CA', 'San Francisco, CA, USA'],
    ['Sanfrancisco', 'San Francisco, CA, USA'],
    ['Los Angelos', 'Los Angeles, CA, USA'],
    ['Chicgo', 'Chicago, IL, USA'],
    ['Fordt Wayne, IN', 'Fort Wayne, IN, USA'],
    ['Müchen', 'Munich, Bavaria, Germany'],
    ['Springf', 'Springfield, MO, USA'],
  ])('guesses what %p meant', async (query, label) => {
    expect((await best(query))?.label).toBe(label)
  })

  test('finds ZIP codes, and says so when a street was requested', async () => {
    const place = { lat: 39.7725, lng: -89.6889, precision: 'zip', zip: '62704' } as const
    expect(await gazetteer.search('62704')).toEqual([{ ...place, label: 'Springfield, IL 62704, USA' }])
    expect(await labels('Springfield, IL 62704-1234')).toEqual(['Springfield, IL 62704, USA'])
    expect(await labels('12 Main St, Springfield, IL 62704')).toEqual([
      'Springfield, IL 62704, USA (ZIP area)',
    ])
    expect(await labels('12345 Main St, Springfield, IL 62704')).toEqual([
      'Springfield, IL 62704, USA (ZIP area)',
    ])
  })

  test.each([
    ['100 Main St, Peoria, IL', 'Peoria, IL, USA (town)'],
    ['Apt 4, 100 Main St, Peoria, IL', 'Peoria, IL, USA (town)'],
    ['Main Street North, Peoria, IL', 'Peoria, IL, USA (town)'],
    ['123 Main Street Naperville Illinois', 'Naperville, IL, USA (town)'],
    ['12 Main St Louis MO', 'St. Louis, MO, USA (town)'],
    ['12 Oak Ave North Las Vegas NV', 'North Las Vegas, NV, USA (town)'],
    ['1600 Broadway Oakland CA', 'Oakland, CA, USA (town)'],
    ['10 Downing Street, London, UK', 'London, England, United Kingdom (town)'],
    ['100 Main St, Peoria, IL 00000', 'Peoria, IL, USA (town)'],
  ])('answers %p with the town and says so', async (query, label) => {
    expect((await best(query))?.label).toBe(label)
  })

  test('recognizes coordinates', async () => {
    expect(await gazetteer.search(' 39.8, -89.64 ')).toEqual([
      { lat: 39.8, lng: -89.64, label: '39.8, -89.64', precision: 'point' },
    ])
    expect((await best('95, 10'))?.precision).not.toBe('point')
  })

  test('falls back to the surroundings of an unknown name', async () => {
    expect((await best('Zzyzzx Tower, New York, NY'))?.label).toBe('New York City, NY, USA')
    expect((await best('Chicago, TX'))?.label).toBe('Chicago, IL, USA')
    expect((await best('Qqqxxz, Iowa'))?.label).toBe('Iowa, USA')
  })

  test("finds nothing for a place that doesn't exist", async () => {
    for (const query of ['zzzzqqqq', '12 Main Street', '🚚🚚', '¼ᦰ0', '""', '%%%', "'; DROP TABLE place; --"])
      expect(await gazetteer.search(query)).toEqual([])
  })

  test('prefers the larger of two towns, and the one near the business over both', async () => {
    expect((await best('Springfield'))?.label).toBe('Springfield, MO, USA')
    const eugene = { lat: 44.05, lng: -123.09 }
    const [near] = await gazetteer.search('Springfield', { near: [{ lat: 25, lng: -80 }, eugene] })
    expect(near?.label).toBe('Springfield, OR, USA')
    const [far] = await gazetteer.search('Paris', { near: [eugene] })
    expect(far?.label).toBe('Paris, Île-de-France, France')
  })

  test('returns as many places as requested, each once', async () => {
    expect(await gazetteer.search('Springfield', { limit: 2 })).toHaveLength(2)
    const five = await labels('Springfield')
    expect(five).toHaveLength(5)
    expect(new Set(five).size).toBe(5)
  })

  test('accepts any text', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc
        .array(
          fc.constantFrom(
            '"',
            '*',
            'AND',
            'NEAR(',
            ')',
            ':',
            '^',
            '-',
            ',',
            'il',
            'st',
            '62704',
            'new',
            '@r1',
            '{',
          ),
        )
        .map((parts) => parts.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(odd, async (query) => {
        const places = await gazetteer.search(query)
        expect(places.length).toBeLessThanOrEqual(5)
      }),
      { numRuns: 300 },
    )
  })
})

describe("the gazetteer's file", () => {
  const open = (path: string, patienceMs?: number) =>
    new GazetteerGeocoder(path, {
      clock,
      log: silentLog,
      ...(patienceMs === undefined ? {} : { patienceMs }),
    })

  test("is unpacked when it's missing or damaged, says when it isn't ready, drops old drafts, and stays unchanged when unpacking is aborted", async () => {
    const folder = temporaryFolder('gazetteer')
    const path = join(folder, 'gazetteer.db')
    writeFileSync(path, 'this is no database')
    for (const [name, age] of [
      ['old', 7_200],
      ['new', 10],
    ] as const) {
      const draft = `${path}.${name}.draft`
      writeFileSync(draft, '')
      utimesSync(draft, Date.now() / 1000 - age, Date.now() / 1000 - age)
    }
    const built = open(path, 1)
    expect(await built.health()).toEqual({
      status: 'demo',
      detail: 'The built-in gazetteer will be unpacked when it is first needed',
    })
    const stop = new AbortController()
    const warming = built.warm(stop.signal)
    stop.abort()
    await warming
    expect([readFileSync(path, 'utf8'), (await built.health()).status]).toEqual([
      'this is no database',
      'demo',
    ])
    const early = await built.search('62704').catch((reason: unknown) => reason)
    expect((early as Refusal).reason).toBe('upstream-timeout')
    await built.warm()
    const [first, second] = await Promise.all([built.search('62704'), built.search('Springfield, IL')])
    expect([first[0]?.zip, second[0]?.label]).toEqual(['62704', 'Springfield, IL, USA'])
    expect(await built.health()).toEqual({ status: 'demo' })
    expect(readdirSync(folder).toSorted()).toEqual(['gazetteer.db', 'gazetteer.db.new.draft'])
    built.close()
  })

  test("that can't be written is a clear 502, retried after a while", async () => {
    const folder = temporaryFolder('gazetteer')
    writeFileSync(join(folder, 'file'), '')
    const path = join(folder, 'file', 'gazetteer.db')
    const broken = open(path)
    for (const query of ['62704', '62704']) {
      const error = await broken.search(query).catch((reason: unknown) => reason)
      expect((error as Refusal).reason).toBe('upstream')
    }
    expect((await broken.health()).status).toBe('down')
    expect(existsSync(path)).toBe(false)
  })
})
