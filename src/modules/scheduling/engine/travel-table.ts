import type { Place, TravelTimes } from './world'

/** Longer than any day, so an unreachable place fits into no route. */
export const unreachable = 20_000
const ownCellsUpTo = 2_500
const sharedBits = 21
/** With more places than this the number of a pair would need more than 32 bits. */
const mostToKeep = 65_000

/**
 * Whole minutes between numbered places, requested on first use. Up to a few thousand places, each pair has
 * its own cell. Beyond that pairs share cells, and a pair that was overwritten is requested again.
 */
export class TravelTable {
  /** How many cells a row has, or 0 if pairs share cells. */
  readonly width: number
  /** Minutes plus one, a row for each place to start from; 0 means not requested yet. */
  readonly from: Uint16Array
  /** The same with a row for each place to arrive at: a search asks for one job's trips again and again. */
  readonly to: Uint16Array
  readonly #shared: SharedCells | null

  constructor(
    readonly places: readonly (Place | null)[],
    readonly travel: TravelTimes,
  ) {
    const isShared = places.length > ownCellsUpTo
    this.width = isShared ? 0 : places.length
    this.from = new Uint16Array(this.width ** 2)
    this.to = new Uint16Array(this.width ** 2)
    this.#shared = isShared ? new SharedCells(places.length) : null
  }

  minutes(from: number, to: number): number {
    if (this.#shared !== null) return this.#minutesShared(this.#shared, from, to)
    const known = this.from[from * this.width + to]!
    if (known !== 0) return known - 1
    const minutes = this.#ask(from, to)
    this.from[from * this.width + to] = minutes + 1
    this.to[to * this.width + from] = minutes + 1
    return minutes
  }

  #minutesShared(cells: SharedCells, from: number, to: number): number {
    const known = cells.get(from, to)
    if (known !== -1) return known
    const minutes = this.#ask(from, to)
    cells.set(from, to, minutes)
    return minutes
  }

  #ask(from: number, to: number): number {
    if (from === to) return 0
    const start = this.places[from]
    const end = this.places[to]
    // A worker without a home starts and ends the day at the first and last visit.
    if (!start || !end) return 0
    const minutes = this.travel(start, end)
    return minutes >= 0 && minutes < unreachable ? Math.ceil(minutes) : unreachable
  }
}

class SharedCells {
  readonly #minutes = new Uint16Array(2 ** sharedBits)
  /** The number of the pair in each cell. 0 is none, so memory that no pair needs is never touched. */
  readonly #pair = new Uint32Array(2 ** sharedBits)
  readonly #count: number

  constructor(count: number) {
    this.#count = count
  }

  get(from: number, to: number): number {
    const cell = cellOf(from, to)
    return this.#pair[cell] === this.#numberOf(from, to) ? this.#minutes[cell]! : -1
  }

  set(from: number, to: number, minutes: number): void {
    if (this.#count > mostToKeep) return
    const cell = cellOf(from, to)
    this.#pair[cell] = this.#numberOf(from, to)
    this.#minutes[cell] = minutes
  }

  #numberOf(from: number, to: number): number {
    return from * this.#count + to + 1
  }
}

function cellOf(from: number, to: number): number {
  return Math.imul(Math.imul(from, 0x9e3779b1) ^ to, 0x85ebca6b) >>> (32 - sharedBits)
}
