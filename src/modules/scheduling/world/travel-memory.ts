import { hour } from '../../../lib/clock'
import type { Place } from '../engine/world'
import { unknown, unreachable, type ReportedTimes } from '../planner/travel-times'

const keptFor = 12 * hour
/** Two bytes each, for all tables together. */
const mostCells = 20_000_000
/** With more places, a table of all pairs becomes too large. */
export const mostPlaces = 2_500

/** Whole minutes between all places of a franchise, as far as the engine has reported them. */
export class TravelTable {
  readonly places: Place[] = []
  readonly #numberOf = new Map<string, number>()
  readonly #cells: Uint16Array

  constructor(
    places: readonly Place[],
    readonly askedAt: number,
    known?: TravelTable,
  ) {
    for (const place of places) this.#add(place)
    // Shared with the threads that plan, so no plan needs a copy.
    this.#cells = new Uint16Array(new SharedArrayBuffer(this.places.length ** 2 * 2)).fill(unknown)
    if (known) this.#copy(known)
  }

  #add(place: Place): void {
    const key = keyOf(place)
    const number = this.#numberOf.get(key) ?? this.places.push(place) - 1
    this.#numberOf.set(key, number)
  }

  get size(): number {
    return this.#cells.length
  }

  /** The times between these places, which must be in the table. */
  reported(places: readonly Place[]): ReportedTimes {
    const numbers = Int32Array.from(places, (place) => this.#numberOf.get(keyOf(place)) ?? 0)
    return { numbers, width: this.places.length, cells: this.#cells }
  }

  /**
   * The missing parts in blocks of limited rows: everything from new places, and from the rest to new ones.
   */
  *gaps(mostRows: number): Generator<{ rows: number[]; columns: number[] }> {
    const all = this.places.map((_, place) => place)
    const isFresh = (place: number) => this.#cells[place * all.length + place] === unknown
    const fresh = all.filter(isFresh)
    const known = all.filter((place) => !isFresh(place))
    for (let from = 0; from < fresh.length; from += mostRows)
      yield { rows: fresh.slice(from, from + mostRows), columns: all }
    if (fresh.length === 0) return
    for (let from = 0; from < known.length; from += mostRows)
      yield { rows: known.slice(from, from + mostRows), columns: fresh }
  }

  take(rows: number[], columns: number[], minutes: readonly Float64Array[]): void {
    rows.forEach((row, i) => {
      columns.forEach((column, j) => {
        const told = minutes[i]?.[j] ?? Infinity
        const cell = told >= 0 && told < unreachable ? Math.ceil(told) : unreachable
        this.#cells[row * this.places.length + column] = row === column ? 0 : cell
      })
    })
  }

  /** Copies known times for places that are still used. */
  #copy(known: TravelTable): void {
    const from = this.places.map((place) => known.#numberOf.get(keyOf(place)))
    const width = known.places.length
    for (const [row, oldRow] of from.entries())
      for (const [column, oldColumn] of from.entries())
        if (oldRow !== undefined && oldColumn !== undefined)
          this.#cells[row * this.places.length + column] = known.#cells[oldRow * width + oldColumn] ?? unknown
  }

  get isComplete(): boolean {
    return !this.#cells.includes(unknown)
  }
}

/** Rounds to about a meter. */
const keyOf = ({ lat, lng }: Place): string => `${lat.toFixed(5)},${lng.toFixed(5)}`

/** Keeps the tables of recent runs, because few places are new from one run to the next. */
export class TravelMemory {
  readonly #tables = new Map<string, TravelTable>()

  /** Includes everything already known, even for places nobody needs right now. */
  tableFor(name: string, places: readonly Place[], now: number): TravelTable {
    const known = this.#tables.get(name)
    if (!known || now - known.askedAt >= keptFor) return new TravelTable(places, now)
    const both = [...places, ...known.places]
    return new TravelTable(both.length > mostPlaces ? places : both, known.askedAt, known)
  }

  /** Keeps only complete tables; the oldest go first when they get too large. */
  keep(name: string, table: TravelTable): void {
    if (!table.isComplete) return
    this.#tables.delete(name)
    this.#tables.set(name, table)
    let cells = 0
    for (const [other, { size }] of [...this.#tables].toReversed()) {
      cells += size
      if (cells > mostCells) this.#tables.delete(other)
    }
  }
}
