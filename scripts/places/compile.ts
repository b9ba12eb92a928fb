import { distanceMetres, type Point } from '../../src/lib/geo'
import { plain } from '../../src/providers/geocoder/gazetteer/names'
import type { PlaceKind } from '../../src/providers/geocoder/gazetteer/search'
import {
  listPlaces,
  listRegions,
  listZips,
  type ListedPlace,
  type ListedRegion,
  type ListedZip,
} from './sources'

export interface GazetteerPlace extends Point {
  kind: PlaceKind
  name: string
  region: number
  population: number
  /** Every name it can be found by, normalized; its own name comes first. */
  names: string[]
}

export interface GazetteerZip extends Point {
  zip: string
  place: string
  region: number
}

export interface Gazetteer {
  /** A region's number is its index in this list. */
  regions: ListedRegion[]
  /** The most populous places first. */
  places: GazetteerPlace[]
  zips: GazetteerZip[]
}

/** Only large places are worth the space for their other names. */
const knownAbroad = 15_000
/** The ZIP file has no populations, so this guess gives places that only it lists a rank. */
const peoplePerZip = 900
/** ZIP codes with the same name this close together belong to one town. */
const townReach = 40_000

/** Combines the lists: places of the world, plus US places that only the ZIP file knows. */
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
  /** Places that only the ZIP file lists, with the number of ZIP codes averaged into their position. */
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

  /** Moves a place to the average position of its ZIP codes. */
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

  /** Places in a region without a name keep at least their country. */
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

/** Codes are all capitals and machine transliterations start in lower case; people write neither. */
const isWritten = (text: string): boolean =>
  /^\p{Lu}[\p{Script=Latin}\p{M}\s'’.-]{2,}$/u.test(text) && text !== text.toUpperCase()

/** The file leaves out `County` but not `Parish` or `Borough`; towns that are counties stay towns. */
function nameOfCounty(county: string, state: string): string | null {
  if (county === '' || /\(city\)|^City of /i.test(county)) return null
  const full = county.replace(/^City and County of /i, '')
  if (/ (?:county|parish|borough|census area|municipality)$/i.test(full)) return full
  return `${full} ${state === 'LA' ? 'Parish' : 'County'}`
}
