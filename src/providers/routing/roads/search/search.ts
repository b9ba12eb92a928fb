import { mark } from '../compile/road'
import { arcCount, arcWord, bansMark, vertexMark, type RoadGraph } from '../graph'
import {
  bansOf,
  enteringCosts,
  gate,
  toll,
  turningRound,
  turnPrices,
  turnTimes,
  waitingTime,
  waits,
} from './turns'

/** The start of a search: an arc, and the remaining drive to its end. */
export interface Seed {
  arc: number
  time: number
  cost: number
}

/** The largest 31-bit integer, because comparing larger numbers is several times slower. */
export const unreached = 0x7fff_ffff

/**
 * Penalties make a route cost more than its time, tracks several times as much, so a search has to go
 * further.
 */
const costPerTime = 3.5
const penaltyRoom = 12_000
/** Arriving this much later than the first at a crossing can't be first on any road out of it. */
const slowestCrossing = 300
const enteringMarks = 63
/** The cost of going straight across a four-way crossing, in the unit of `turnPrices`. */
const crossingPrice = 20

/**
 * Searches from one place to all others, including turns. Arcs are settled in order of cost, in buckets of a
 * tenth of a second. The arrays are reused by the next search.
 */
export class Search {
  /** The first `touchedCount` entries are the reached arcs. */
  readonly touched: Uint32Array
  touchedCount = 0
  /** The first `visitedCount` entries are the reached vertices. */
  readonly visited: Uint32Array
  visitedCount = 0

  /** Cost and time to the end of each arc. */
  readonly #labels: Int32Array
  /** Cost and time at which each vertex was first reached. */
  readonly #arrivals: Int32Array
  #heads = new Int32Array(0)
  /** Bucket entries: the next entry in the bucket, and the arc. */
  #entries: Int32Array
  /** The arc before each reached arc, or its complement where the search started; null unless remembered. */
  #before: Int32Array | null = null
  readonly #turns: Uint8Array
  readonly #prices: Uint8Array
  readonly #bans: ReadonlyMap<number, ReadonlySet<number>>

  constructor(private readonly graph: RoadGraph) {
    const arcs = arcCount(graph)
    const vertices = graph.vertexLat.length
    this.touched = new Uint32Array(arcs)
    this.visited = new Uint32Array(vertices)
    this.#labels = new Int32Array(arcs * 2).fill(unreached)
    this.#arrivals = new Int32Array(vertices * 2).fill(unreached)
    this.#entries = new Int32Array(arcs * 2 + 1_024)
    this.#turns = turnTimes(graph.info.leftHand)
    this.#prices = turnPrices(graph.info.leftHand)
    this.#bans = bansOf(graph)
  }

  /** Tenths of a second to the end of an arc, or `unreached`. */
  timeTo(arc: number): number {
    return this.#labels[arc * 2 + 1]!
  }

  costTo(arc: number): number {
    return this.#labels[arc * 2]!
  }

  /** From now on, searches remember the way to every arc. */
  remember(): void {
    this.#before ??= new Int32Array(arcCount(this.graph))
  }

  /** The arcs from the start to a reached arc, both included. */
  arcsTo(arc: number): number[] {
    const arcs = [arc]
    for (let before = this.#before?.[arc] ?? -1; ; before = this.#before![before]!) {
      arcs.push(before < 0 ? ~before : before)
      if (before < 0) return arcs.toReversed()
    }
  }

  /** Tenths of a second to a vertex, by the first route found. */
  timeAt(vertex: number): number {
    return this.#arrivals[vertex * 2 + 1]!
  }

  /**
   * Now and then calls `until` with the cost up to which everything is known, and stops if that is enough.
   */
  run(seeds: readonly Seed[], limit: number, until?: (cost: number) => boolean): void {
    this.#reset()
    const mostCost = (Math.ceil(limit * costPerTime) + penaltyRoom) | 0
    if (this.#heads.length <= mostCost) this.#heads = new Int32Array(mostCost + 1)
    const heads = this.#heads.fill(-1)
    const { touched, visited } = this
    const { arcs, arcTwin, firstArc, vertexMarks } = this.graph
    const labels = this.#labels
    const arrivals = this.#arrivals
    const turns = this.#turns
    const prices = this.#prices
    const beforeArc = this.#before
    const enteringCost = enteringCosts
    let entries = this.#entries
    let entryCount = 0
    let bucket = 0
    let highest = 0
    let touchedCount = 0
    let visitedCount = 0
    let seed = 0

    // One loop without calls, because it runs millions of times.
    for (;;) {
      let arc: number
      let spent: number
      let elapsed: number
      const isStart = seed < seeds.length
      if (isStart) {
        arc = seeds[seed]!.arc
        spent = Math.round(seeds[seed]!.cost) | 0
        elapsed = Math.round(seeds[seed]!.time) | 0
        seed += 1
      } else {
        const entry = heads[bucket]!
        if (entry === -1) {
          if (until !== undefined && (bucket & 255) === 0 && until(bucket)) break
          bucket += 1
          if (bucket > highest) break
          continue
        }
        heads[bucket] = entries[entry * 2]!
        arc = entries[entry * 2 + 1]!
        // Otherwise a cheaper route was found in the meantime.
        if (labels[arc * 2] !== bucket) continue
        spent = bucket
        elapsed = labels[arc * 2 + 1]!
        if (elapsed > limit) continue
      }

      const vertex = arcs[arc * 4]!
      const marks = vertexMarks[vertex]!
      const first = arrivals[vertex * 2]!
      if (first === unreached) {
        arrivals[vertex * 2] = spent
        arrivals[vertex * 2 + 1] = elapsed
        visited[visitedCount++] = vertex
      } else if (spent > first + slowestCrossing && (marks & vertexMark.bans) === 0) continue
      const traits = arcs[arc * 4 + arcWord.traits]!
      const arrives = (traits >>> 8) & 255
      const arcMarks = (traits >>> 16) & 255
      const yields = traits >>> 24
      const banned = (arcMarks & bansMark) === 0 ? undefined : this.#bans.get(arc)
      const isJunction = (marks & vertexMark.junction) !== 0
      const straightOn = (marks & vertexMark.crossing) === 0 ? 0 : crossingPrice
      const wait = (marks & waits) === 0 ? 0 : waitingTime(marks)
      const waitCost = (marks & vertexMark.gate) === 0 ? wait : wait + gate.reluctance
      const twin = arcTwin[arc]!
      const begin = firstArc[vertex]!
      const end = firstArc[vertex + 1]!
      for (let out = begin; out < end; out += 1) {
        let time = elapsed + wait
        let cost = spent + waitCost
        const outTraits = arcs[out * 4 + arcWord.traits]!
        if (out === twin) {
          // Drivers turn around only where there is no other way.
          if (end - begin > 1) continue
          time += turningRound
          cost += turningRound
        } else if (isJunction) {
          const angle = ((outTraits & 255) - arrives) & 255
          time += turns[angle]!
          const price = prices[angle]!
          cost += (yields * (price > straightOn ? price : straightOn)) >> 3
        }
        const entered = (outTraits >>> 16) & ~arcMarks & enteringMarks
        if (entered !== 0) {
          cost += enteringCost[entered]!
          if ((entered & mark.toll) !== 0) time += toll
        }
        cost += arcs[out * 4 + arcWord.cost]!
        const known = labels[out * 2]!
        if (cost >= known || cost > mostCost || (banned !== undefined && banned.has(out))) continue
        if (known === unreached) touched[touchedCount++] = out
        labels[out * 2] = cost
        if (beforeArc !== null) beforeArc[out] = isStart ? ~arc : arc
        labels[out * 2 + 1] = time + arcs[out * 4 + arcWord.time]!
        if (entryCount * 2 === entries.length) entries = this.#growEntries()
        entries[entryCount * 2] = heads[cost]!
        entries[entryCount * 2 + 1] = out
        heads[cost] = entryCount++
        if (cost > highest) highest = cost
      }
    }
    this.touchedCount = touchedCount
    this.visitedCount = visitedCount
  }

  #reset(): void {
    for (let at = 0; at < this.touchedCount; at += 1) {
      const arc = this.touched[at]!
      this.#labels[arc * 2] = unreached
      this.#labels[arc * 2 + 1] = unreached
    }
    for (let at = 0; at < this.visitedCount; at += 1) {
      const vertex = this.visited[at]!
      this.#arrivals[vertex * 2] = unreached
      this.#arrivals[vertex * 2 + 1] = unreached
    }
    this.touchedCount = 0
    this.visitedCount = 0
  }

  #growEntries(): Int32Array {
    const larger = new Int32Array(this.#entries.length * 2)
    larger.set(this.#entries)
    this.#entries = larger
    return larger
  }
}
