import { Database } from 'bun:sqlite'
import { renameSync } from 'node:fs'
import { distanceMetres, type Point } from '../../../lib/geo'
import { packNames, savePackedNames, type NameEntry } from './name-index'
import { plain } from './names'
import {
  sweepDrafts,
  countryWord,
  degreeScale,
  gazetteerEdition,
  regionWord,
  listPlaces,
  listRegions,
  listZips,
  type ListedPlace,
  type ListedRegion,
  type ListedZip,
} from './sources'

const layout = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE edition (edition TEXT NOT NULL);
  CREATE TABLE region (id INTEGER PRIMARY KEY, country TEXT NOT NULL, code TEXT NOT NULL, name TEXT NOT NULL,
    plain TEXT NOT NULL);
  CREATE TABLE place (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, region INTEGER NOT NULL,
    lat INTEGER NOT NULL, lng INTEGER NOT NULL, population INTEGER NOT NULL);
  CREATE TABLE zip (zip INTEGER PRIMARY KEY, place TEXT NOT NULL, region INTEGER NOT NULL,
    lat INTEGER NOT NULL, lng INTEGER NOT NULL);
  CREATE VIRTUAL TABLE name USING fts5(text, content = '', detail = none, columnsize = 0,
    tokenize = "unicode61 remove_diacritics 0 tokenchars '@'");
  CREATE TABLE packed (part TEXT PRIMARY KEY, data BLOB NOT NULL);
`

/** Writes the gazetteer beside its place and moves it there, so that a file by that name is always whole. */
export function buildGazetteer(path: string, draft: string): void {
  sweepDrafts(path)
  write(draft, compileGazetteer())
  renameSync(draft, path)
}

function write(path: string, gazetteer: Gazetteer): void {
  const db = new Database(path, { create: true })
  try {
    db.run(layout)
    db.transaction(() => {
      writePlaces(db, gazetteer)
      writeNames(db, gazetteer)
    })()
    db.run("INSERT INTO name (name) VALUES ('optimize')")
    db.run('VACUUM')
    db.run('INSERT INTO edition VALUES (?)', [gazetteerEdition()])
  } finally {
    db.close()
  }
}

function writePlaces(db: Database, { regions, places, zips }: Gazetteer): void {
  const insertRegion = db.prepare('INSERT INTO region VALUES (?, ?, ?, ?, ?)')
  for (const [id, { country, code, name }] of regions.entries())
    insertRegion.run(id, country, code, name, plain(name))
  const insertPlace = db.prepare('INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?)')
  for (const [id, { kind, name, region, lat, lng, population }] of places.entries())
    insertPlace.run(id, kind, name, region, scaled(lat), scaled(lng), population)
  const insertZip = db.prepare('INSERT OR IGNORE INTO zip VALUES (?, ?, ?, ?, ?)')
  for (const { zip, place, region, lat, lng } of zips.toSorted((a, b) => Number(a.zip) - Number(b.zip)))
    insertZip.run(Number(zip), place, region, scaled(lat), scaled(lng))
}

/** Names are numbered from the most populous place down, so the index lists them in that order. */
function writeNames(db: Database, { regions, places }: Gazetteer): void {
  const insertName = db.prepare('INSERT INTO name (rowid, text) VALUES (?, ?)')
  const entries: NameEntry[] = []
  for (const [place, { names, region }] of places.entries()) {
    const context = `${regionWord(region)} ${countryWord(regions[region]?.country ?? '')}`
    for (const text of names) {
      insertName.run(entries.length, `${text} ${context}`)
      entries.push({ text, place, region })
    }
  }
  savePackedNames(db, packNames(entries))
}

const scaled = (degrees: number): number => Math.round(degrees * degreeScale)

export type PlaceKind = 'town' | 'county' | 'region'

export interface GazetteerPlace extends Point {
  kind: PlaceKind
  name: string
  region: number
  population: number
  /** Every name it is found by, spelt plainly; its own comes first. */
  names: string[]
}

export interface GazetteerZip extends Point {
  zip: string
  place: string
  region: number
}

export interface Gazetteer {
  /** A region's number is its place in this list. */
  regions: ListedRegion[]
  /** The most populous first. */
  places: GazetteerPlace[]
  zips: GazetteerZip[]
}

/** Small places are known by their own name only; the other names of large ones are worth their space. */
const knownAbroad = 15_000
/** The ZIP file has no populations: a guess, so that what it alone names still has a rank. */
const peoplePerZip = 900
/** ZIP codes of one name this close together are one town. */
const townReach = 40_000

/** Puts the three lists together: places of the world, and what the ZIP file alone knows of the United States. */
export function compileGazetteer(): Gazetteer {
  const compiler = new Compiler()
  for (const place of listPlaces()) compiler.addTown(place)
  for (const zip of listZips()) compiler.addZip(zip)
  return compiler.finish()
}

class Compiler {
  readonly #regions = listRegions()
  readonly #regionNumbers = new Map(
    this.#regions.map(({ country, code }, number) => [`${country}.${code}`, number]),
  )
  readonly #places: GazetteerPlace[] = []
  readonly #zips: GazetteerZip[] = []
  readonly #townsInUs = new Map<string, GazetteerPlace[]>()
  /** Places that only the ZIP file names, with how many ZIP codes went into their middle. */
  readonly #gathered = new Map<GazetteerPlace, number>()
  readonly #areas = new Map<string, GazetteerPlace>()

  addTown(listed: ListedPlace): void {
    const { lat, lng, population } = listed
    // The capital is listed with its district as part of its name.
    const name = listed.name.replace(/, D\.C\.$/, '')
    const region = this.#regionNumber(listed.country, listed.regionCode)
    const town: GazetteerPlace = {
      kind: 'town',
      name,
      region,
      lat,
      lng,
      population,
      names: namesOf({ ...listed, name }),
    }
    this.#places.push(town)
    if (listed.country === 'US') this.#indexTown(town, listed.regionCode)
  }

  addZip({ zip, place, state, county, lat, lng }: ListedZip): void {
    const region = this.#regionNumber('US', state)
    this.#zips.push({ zip, place, region, lat, lng })
    this.#gatherTown({ lat, lng }, place, region, state)
    const countyName = nameOfCounty(county, state)
    if (countyName !== null) this.#gatherArea('county', { lat, lng }, countyName, region)
    this.#gatherArea('region', { lat, lng }, this.#regions[region]?.name ?? state, region, [
      state.toLowerCase(),
    ])
  }

  finish(): Gazetteer {
    const places = this.#places.toSorted((a, b) => b.population - a.population)
    return { regions: this.#regions, places, zips: this.#zips }
  }

  #gatherTown(point: Point, name: string, region: number, state: string): void {
    const known = this.#townsInUs.get(`${plain(name)}|${state}`) ?? []
    const same = known.find((town) => distanceMetres(town, point) < townReach)
    if (same === undefined) this.#indexTown(this.#gather(newPlace('town', name, region), point), state)
    else if (this.#gathered.has(same)) this.#gather(same, point)
  }

  #gatherArea(kind: PlaceKind, point: Point, name: string, region: number, others: string[] = []): void {
    const key = `${kind}|${name}|${region}`
    const area = this.#areas.get(key) ?? newPlace(kind, name, region, others)
    this.#areas.set(key, area)
    this.#gather(area, point)
  }

  /** Moves a place to the middle of the ZIP codes it was made of. */
  #gather(place: GazetteerPlace, point: Point): GazetteerPlace {
    const before = this.#gathered.get(place) ?? 0
    if (before === 0) this.#places.push(place)
    this.#gathered.set(place, before + 1)
    place.lat += (point.lat - place.lat) / (before + 1)
    place.lng += (point.lng - place.lng) / (before + 1)
    place.population += peoplePerZip
    return place
  }

  #indexTown(town: GazetteerPlace, state: string): void {
    for (const name of town.names) {
      const key = `${name}|${state}`
      const known = this.#townsInUs.get(key)
      if (known) known.push(town)
      else this.#townsInUs.set(key, [town])
    }
  }

  /** Places of a region without a name keep at least their country. */
  #regionNumber(country: string, code: string): number {
    const key = `${country}.${code}`
    const known = this.#regionNumbers.get(key)
    if (known !== undefined) return known
    const number = this.#regions.push({ country, code, name: '' }) - 1
    this.#regionNumbers.set(key, number)
    return number
  }
}

function newPlace(kind: PlaceKind, name: string, region: number, others: string[] = []): GazetteerPlace {
  return { kind, name, region, lat: 0, lng: 0, population: 0, names: [plain(name), ...others] }
}

function namesOf({ name, asciiName, alternates, population }: ListedPlace): string[] {
  const names = new Set([plain(name), plain(asciiName)])
  if (population >= knownAbroad) {
    for (const other of alternates.split(',')) if (isWritten(other)) names.add(plain(other))
  }
  names.delete('')
  return [...names]
}

/** Codes are all capitals, and machine transliterations begin with a small letter; neither is what people write. */
const isWritten = (text: string): boolean =>
  /^\p{Lu}[\p{Script=Latin}\p{M}\s'’.-]{2,}$/u.test(text) && text !== text.toUpperCase()

/** The file leaves `County` off but not the words of Louisiana and Alaska; towns that are counties stay towns. */
function nameOfCounty(county: string, state: string): string | null {
  if (county === '' || /\(city\)|^City of /i.test(county)) return null
  const full = county.replace(/^City and County of /i, '')
  if (/ (?:county|parish|borough|census area|municipality)$/i.test(full)) return full
  return `${full} ${state === 'LA' ? 'Parish' : 'County'}`
}
