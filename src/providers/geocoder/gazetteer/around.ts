import type { Database } from 'bun:sqlite'
import type { Box } from '../../../lib/tiles'
import type { Town, ZipPoint } from '../types'
import { degreeScale } from './file'

/** Rows to read before other work gets a turn, which takes a few milliseconds. */
const rowsPerTurn = 4_000

/** Places sorted by latitude, so that those in a box are found without looking at all of them. */
interface Sorted {
  lats: Int32Array
  lngs: Int32Array
  /** The number of the place, or the ZIP code. */
  ids: Int32Array
}

/** Finds the towns and ZIP codes of an area. Takes three megabytes, which the first map loads. */
export class PlacesAround {
  readonly #towns: Promise<Sorted>
  readonly #zips: Promise<Sorted>

  constructor(private readonly db: Database) {
    this.#towns = sorted(
      db,
      "SELECT id, lat, lng FROM place WHERE kind = 'town' AND id > ? ORDER BY id LIMIT ?",
    )
    this.#zips = sorted(db, 'SELECT zip AS id, lat, lng FROM zip WHERE zip > ? ORDER BY zip LIMIT ?')
  }

  /** The largest towns in the box. The gazetteer numbers places from the most populous down. */
  async towns(box: Box, atMost: number): Promise<Town[]> {
    const found = [...within(await this.#towns, box)]
    const largest = found.toSorted((a, b) => a.id - b.id).slice(0, atMost)
    const select = this.db.query<Omit<Town, 'lat' | 'lng'>, [number]>(
      `SELECT place.name, place.population, region.country FROM place JOIN region ON region.id = place.region
       WHERE place.id = ?`,
    )
    return largest.map(({ id, lat, lng }) => ({
      lat,
      lng,
      ...(select.get(id) ?? { name: '', population: 0, country: '' }),
    }))
  }

  async zips(box: Box): Promise<ZipPoint[]> {
    return [...within(await this.#zips, box)].map(({ id, lat, lng }) => ({
      zip: String(id).padStart(5, '0'),
      lat,
      lng,
    }))
  }
}

async function sorted(db: Database, sql: string): Promise<Sorted> {
  const select = db.query<{ id: number; lat: number; lng: number }, [number, number]>(sql)
  const all: { id: number; lat: number; lng: number }[] = []
  for (let last = -1; ;) {
    const rows = select.all(last, rowsPerTurn)
    all.push(...rows)
    last = rows.at(-1)?.id ?? last
    if (rows.length < rowsPerTurn) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  all.sort((a, b) => a.lat - b.lat)
  return {
    lats: Int32Array.from(all, ({ lat }) => lat),
    lngs: Int32Array.from(all, ({ lng }) => lng),
    ids: Int32Array.from(all, ({ id }) => id),
  }
}

function* within({ lats, lngs, ids }: Sorted, { south, west, north, east }: Box) {
  const [top, left, right] = [north, west, east].map((degrees) => degrees * degreeScale) as [
    number,
    number,
    number,
  ]
  for (let at = firstFrom(lats, south * degreeScale); at < lats.length && lats[at]! <= top; at += 1)
    if (lngs[at]! >= left && lngs[at]! <= right)
      yield { id: ids[at]!, lat: lats[at]! / degreeScale, lng: lngs[at]! / degreeScale }
}

/** The place of the first value that isn't below this one. */
function firstFrom(values: Int32Array, least: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}
