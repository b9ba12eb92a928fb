import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { compileGazetteer, type Gazetteer } from '../../../scripts/places/compile'
import { sourceVersions } from '../../../scripts/places/sources'
import {
  degreeScale,
  gazetteerEdition,
  openGazetteer,
  packedGazetteer,
} from '../../../src/providers/geocoder/gazetteer/file'
import { loadNames, NameIndex } from '../../../src/providers/geocoder/gazetteer/name-index'
import { gazetteerFile } from '../../support/gazetteer'

/** Compares one row in this many with the sources. */
const step = 97

describe('the places that come with the code', () => {
  let db: Database
  let fresh: Gazetteer
  beforeAll(async () => {
    db = await openGazetteer(gazetteerFile)
    fresh = compileGazetteer()
  })
  afterAll(() => db.close())

  const count = (table: string) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n

  test('are made from the packages that are installed for the build', () => {
    expect(gazetteerEdition).toEndWith(sourceVersions().join(', '))
  })

  test('are as many as the sources list: after a change, run bun run build:places', () => {
    const zips = new Set(fresh.zips.map(({ zip }) => zip))
    expect([count('region'), count('place'), count('zip')]).toEqual([
      fresh.regions.length,
      fresh.places.length,
      zips.size,
    ])
  })

  test('are the same places, with the same names, as in the sources', () => {
    const names = new NameIndex(loadNames(db))
    const select = db.query<Record<string, unknown>, [number]>('SELECT * FROM place WHERE id = ?')
    let first = 0
    for (const [id, { kind, name, region, lat, lng, population, names: all }] of fresh.places.entries()) {
      if (id % step === 0) {
        const [y, x] = [Math.round(lat * degreeScale), Math.round(lng * degreeScale)]
        expect(select.get(id)).toEqual({ id, kind, name, region, lat: y, lng: x, population })
        expect(all.map((_, at) => names.textOf(first + at))).toEqual(all)
        expect(all.map((_, at) => names.placeOf(first + at))).toEqual(all.map(() => id))
      }
      first += all.length
    }
  })

  test('are the same ZIP codes as in the sources', () => {
    const select = db.query<{ place: string; region: number }, [number]>(
      'SELECT place, region FROM zip WHERE zip = ?',
    )
    const once = [...new Map(fresh.zips.toReversed().map((zip) => [zip.zip, zip])).values()]
    for (const { zip, place, region } of once.filter((_, at) => at % step === 0))
      expect(select.get(Number(zip))).toEqual({ place, region })
  })

  test('take a few megabytes', () => {
    expect(statSync(packedGazetteer).size).toBeLessThan(7_000_000)
  })
})
