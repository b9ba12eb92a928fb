import type { Deps } from '../../../deps'
import { must } from '../../../lib/errors'
import { describeError } from '../../../lib/log'
import type { Routing } from '../../../providers/routing'
import type { OpenJob, Place, TravelTimes, Worker } from '../engine/world'
import { placesOf, timesBetween, type ReportedTimes } from '../planner/travel-times'
import { mostPlaces, TravelMemory, type TravelTable } from './travel-memory'

/** Rows per request, so each gets the engine's whole time limit. */
const matrixBatchSize = 50

/** The travel times of a run, and whether it had to do without the configured engine. */
export class Travel {
  /** The engine failed or took too long, so the missing times are estimates. */
  fellBack = false
  readonly #routing: Routing
  readonly #memory: TravelMemory
  readonly #until: number

  constructor(
    readonly deps: Pick<Deps, 'providers' | 'clock' | 'log' | 'state'>,
    timeLimitMs = 60_000,
  ) {
    this.#routing = deps.providers.routing
    this.#memory = deps.state.of(TravelMemory)
    this.#until = performance.now() + timeLimitMs
  }

  get source(): Routing['source'] {
    return this.fellBack ? 'estimate' : this.#routing.source
  }

  /** Travel times between all places of one franchise; `name` identifies its cached table. */
  async between(name: string, workers: readonly Worker[], jobs: readonly OpenJob[]): Promise<TravelTimes> {
    const places = placesOf(workers, jobs)
    return timesBetween(places, await this.reported(name, places))
  }

  /** The same as plain data, as far as an engine knows them. Null if all of them are estimates. */
  async reported(name: string, places: readonly Place[]): Promise<ReportedTimes | null> {
    if (this.#routing.source === 'estimate') return null
    if (places.length > mostPlaces) {
      this.#fallBack(new Error(`${places.length} places are too many to request`))
      return null
    }
    const table = this.#memory.tableFor(name, places, this.deps.clock.now())
    await this.#fill(table)
    this.#memory.keep(name, table)
    return table.reported(places)
  }

  async #fill(table: TravelTable): Promise<void> {
    const placeAt = (number: number) => must(table.places[number], 'The place')
    for (const { rows, columns } of table.gaps(matrixBatchSize)) {
      if (this.fellBack) return
      try {
        if (performance.now() > this.#until) throw new Error('travel times took too long')
        const minutes = await this.#routing.matrix(rows.map(placeAt), columns.map(placeAt))
        table.take(rows, columns, minutes)
      } catch (error) {
        this.#fallBack(error)
      }
    }
  }

  /** After one failure no plan waits for the engine again: an estimate now beats a failed run. */
  #fallBack(error: unknown): void {
    this.fellBack = true
    this.deps.log.warn('travel times are estimated', describeError(error))
  }
}
