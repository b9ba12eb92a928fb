import type { Database } from 'bun:sqlite'
import { unitVectors, vectorDistance, type Point } from '../../../lib/geo'
import { zipIn } from '../../../lib/text'
import type { Place, SearchOptions } from '../types'
import { degreeScale } from './file'
import { NameIndex, loadNames } from './name-index'
import { Regions, type Area } from './names'
import { readQuestion, type Reading } from './question'

export type PlaceKind = 'town' | 'county' | 'region'

interface PlaceRow {
  id: number
  kind: PlaceKind
  name: string
  region: number
  lat: number
  lng: number
  population: number
}
type ZipRow = Pick<PlaceRow, 'region' | 'lat' | 'lng'> & { place: string }

interface Candidate {
  name: number
  /** How well the name matches the search, on the scale of `score`. */
  fit: number
}

/** How well a name matches a search. One point outweighs ten times the population. */
const fits = {
  own: 5,
  other: 3,
  begun: 2.5,
  oneEdit: 2.2,
  begins: 1,
  twoEdits: 0.8,
  contains: 0,
  otherContains: -1.5,
}
/** In a short word, one changed letter leaves little. */
const shortName = 6
const lessLikely: Record<PlaceKind, number> = { town: 0, county: 1, region: 2 }
const mostCandidates = 100

/** Searches an opened gazetteer. Every search takes a few milliseconds at most. */
export class GazetteerSearch {
  readonly #regions: Regions
  readonly #names: NameIndex
  readonly #placeById
  readonly #zip
  readonly #matching

  constructor(db: Database) {
    this.#regions = new Regions(db)
    this.#names = new NameIndex(loadNames(db))
    this.#placeById = db.query<PlaceRow, [number]>('SELECT * FROM place WHERE id = ?')
    this.#zip = db.query<ZipRow, [number]>('SELECT place, region, lat, lng FROM zip WHERE zip = ?')
    this.#matching = db.query<{ rowid: number }, [string]>(
      `SELECT rowid FROM name WHERE name MATCH ? ORDER BY rowid LIMIT ${mostCandidates}`,
    )
  }

  search(query: string, { near = [], limit = 5 }: SearchOptions = {}): Place[] {
    const point = pointIn(query)
    if (point) return [point]
    const zip = zipIn(query)
    const { readings, street } = readQuestion(zip === null ? query : query.replace(zip, ''), this.#regions)
    const byZip = zip === null ? null : this.#findZip(zip, street)
    if (byZip) return [byZip]
    for (const reading of readings) {
      const places = this.#rank(this.#candidates(reading), near, limit)
      if (places.length > 0) return places.map((row) => this.#answer(row, street))
    }
    return []
  }

  #findZip(zip: string, street: boolean): Place | null {
    const row = this.#zip.get(Number(zip))
    if (row === null) return null
    const label = `${row.place}, ${this.#regions.get(row.region).code} ${zip}, USA`
    return { ...position(row), label: street ? `${label} (ZIP area)` : label, precision: 'zip', zip }
  }

  /**
   * Names with all the words. Unless one matches exactly, also names that could be meant by a typo or a
   * beginning.
   */
  #candidates({ name, area, exact }: Reading): Candidate[] {
    const within = area === null ? '' : ` AND (${area.words.map(quoted).join(' OR ')})`
    const tokens = [...new Set(name.split(' '))]
    const all = tokens.map(quoted).join(' AND ')
    const matching = this.#match(all + within, name)
    const called = matching.filter(({ fit }) => fit >= fits.other)
    // For a common word, the list may end before the place with exactly that name.
    if (called.length === 0 && matching.length === mostCandidates)
      called.push(...this.#similar(name, area, 0))
    if (exact) return called
    if (called.length > 0) return [...called, ...matching]
    // Too many names start with the same three letters.
    const begun = tokens.at(-1)!.length < 4 ? [] : this.#match(`${all}*${within}`, name)
    return [
      ...matching,
      ...begun,
      ...this.#similar(name, area, name.length < 4 ? 0 : name.length < 9 ? 1 : 2),
    ]
  }

  #match(expression: string, asked: string): Candidate[] {
    const rows = this.#rows(expression)
    return rows.map(({ rowid }) => ({ name: rowid, fit: this.#fit(rowid, asked) }))
  }

  /**
   * SQLite's tokenizer knows fewer letters than ours, so a word that it would split is in none of its names.
   */
  #rows(expression: string): { rowid: number }[] {
    try {
      return this.#matching.all(expression)
    } catch (error) {
      if (error instanceof Error && error.message.includes('phrase queries')) return []
      throw error
    }
  }

  #fit(id: number, asked: string): number {
    const name = this.#names.textOf(id)
    if (name === asked) return this.#names.isOwn(id) ? fits.own : fits.other
    if (name.startsWith(`${asked} `)) return fits.begins
    if (name.startsWith(asked) && asked.length >= shortName - 1) return fits.begun
    return this.#names.isOwn(id) ? fits.contains : fits.otherContains
  }

  #similar(name: string, area: Area | null, mostEdits: number): Candidate[] {
    const oneEdit = name.length < shortName ? fits.begins : fits.oneEdit
    return this.#names.similar(name, mostEdits, area?.regions ?? null).map(({ name: id, edits }) => {
      if (edits === 0) return { name: id, fit: this.#fit(id, name) }
      return { name: id, fit: edits === 1 ? oneEdit : fits.twoEdits }
    })
  }

  /** The best first, each place once. */
  #rank(candidates: Candidate[], near: readonly Point[], limit: number): PlaceRow[] {
    const nearness = nearnessTo(near)
    const best = new Map<number, { row: PlaceRow; score: number }>()
    for (const { name, fit } of candidates) {
      const row = this.#placeById.get(this.#names.placeOf(name))!
      const score = fit + Math.log10(row.population + 10) - lessLikely[row.kind] + nearness(position(row))
      if (score > (best.get(row.id)?.score ?? -Infinity)) best.set(row.id, { row, score })
    }
    const ranked = [...best.values()].toSorted((a, b) => b.score - a.score || a.row.id - b.row.id)
    return ranked.slice(0, limit).map(({ row }) => row)
  }

  #answer(row: PlaceRow, street: boolean): Place {
    const label = this.#label(row)
    return { ...position(row), label: street ? `${label} (${row.kind})` : label, precision: row.kind }
  }

  #label({ kind, name, region: number }: PlaceRow): string {
    const region = this.#regions.get(number)
    if (region.country === 'US') return kind === 'region' ? `${name}, USA` : `${name}, ${region.code}, USA`
    const parts = [name, region.name, this.#regions.countryName(region.country)]
    return parts.filter((part, at) => part !== '' && part !== parts[at - 1]).join(', ')
  }
}

export function position({ lat, lng }: { lat: number; lng: number }): Point {
  return { lat: lat / degreeScale, lng: lng / degreeScale }
}

/** Names have only letters and digits, so a quoted one is never an operator of the index. */
const quoted = (token: string): string => `"${token}"`

/** `39.8, -89.64` is its own result. */
function pointIn(query: string): Place | null {
  const match = /^(-?\d{1,2}(?:\.\d+)?)(?:\s|\s?,\s?)(-?\d{1,3}(?:\.\d+)?)$/.exec(
    query.trim().replaceAll(/\s+/g, ' '),
  )
  const [lat, lng] = [Number(match?.[1]), Number(match?.[2])]
  if (!match || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null
  return { lat, lng, label: `${lat}, ${lng}`, precision: 'point' }
}

const mostPoints = 4
const halfAt = 60_000

/**
 * Points for being near one of the bases: 4 at the base, 2 at an hour's drive, almost none in another part of
 * the country.
 */
export function nearnessTo(bases: readonly Point[]): (place: Point) => number {
  const vectors = unitVectors(bases)
  return (place) => {
    const here = unitVectors([place])
    let nearest = Infinity
    for (let base = 0; base < bases.length; base += 1)
      nearest = Math.min(nearest, vectorDistance(here, 0, vectors, base))
    return mostPoints / (1 + nearest / halfAt)
  }
}
