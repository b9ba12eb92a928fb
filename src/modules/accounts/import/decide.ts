import { newId, type Db } from '../../../../db/store'
import { loadTwins, missingFrom, TwinIndex, type ImportedCustomer } from '../../customers'
import { sameWork, workOf, type ImportedJob } from '../../jobs'
import { readCustomer, Row, type Fault } from './interpret'
import { readJob, type JobReading, type ReadJob } from './interpret-job'
import type { ImportRow, StagedRow } from './rows'

/** The fate of one row. */
export interface Decision {
  line: number
  faults: Fault[]
  outcome: 'made' | 'merged' | 'skipped'
  /** Why it is skipped or merged. */
  reason?: 'faulty' | 'known' | 'repeated'
  /** A customer to add. */
  customer?: ImportedCustomer & { id: string }
  /** A customer to fill in. */
  filling?: { id: string; fields: ReturnType<typeof missingFrom>; updatedAt: number }
  job?: ImportedJob
}

/** A row in our terms, before anybody looks whether we know it. */
export interface ReadRow {
  line: number
  customer: ImportedCustomer
  job?: ReadJob['job']
  faults: Fault[]
}

export function readRows({ kind }: ImportRow, reading: JobReading, staged: readonly StagedRow[]): ReadRow[] {
  return staged.map(({ line, cells }) => {
    const row = new Row(cells, reading)
    return { line, ...(kind === 'jobs' ? readJob(row, reading) : readCustomer(row, reading)) }
  })
}

const isFaulty = ({ faults }: { faults: readonly Fault[] }): boolean =>
  faults.some(({ level }) => level === 'error')

/**
 * Decides about rows one after another, so that each one finds what the rows before it add. A check keeps one
 * of these for the whole file; a run makes one per chunk and finds earlier rows in the store.
 */
export class Decider {
  readonly #twins = new TwinIndex()
  /** Those of these rows, not yet written. */
  readonly #made = new Map<string, ImportedCustomer & { id: string }>()
  readonly #work = new Set<string>()

  constructor(private readonly plan: Pick<ImportRow, 'kind' | 'duplicates' | 'startedAt'>) {}

  async decide(db: Db, rows: readonly ReadRow[]): Promise<Decision[]> {
    const usable = rows.filter((row) => !isFaulty(row))
    await loadTwins(
      db,
      this.#twins,
      usable.map(({ customer }) => customer),
    )
    if (this.plan.kind === 'customers') return rows.map((row) => this.#customer(row))
    const known = await workOf(db, this.#customersOf(usable))
    return rows.map((row) => this.#job(row, known))
  }

  #customer({ line, customer, faults }: ReadRow): Decision {
    if (isFaulty({ faults })) return { line, faults, outcome: 'skipped', reason: 'faulty' }
    const twin = this.#twins.find(customer)
    if (!twin) return { line, faults, outcome: 'made', customer: this.#add(customer) }
    const reason = this.#made.has(twin.id) ? 'repeated' : 'known'
    const fields = this.plan.duplicates === 'skip' ? {} : missingFrom(twin, customer)
    if (Object.keys(fields).length === 0) return { line, faults, outcome: 'skipped', reason }
    const filling = { id: twin.id, fields, updatedAt: twin.updatedAt }
    this.#twins.add(Object.assign(twin, fields, { updatedAt: this.plan.startedAt ?? 0 }))
    const made = this.#made.get(twin.id)
    if (!made) return { line, faults, outcome: 'merged', reason, filling }
    Object.assign(made, fields)
    return { line, faults, outcome: 'merged', reason }
  }

  #job({ line, customer, job, faults }: ReadRow, known: ReadonlySet<string>): Decision {
    if (!job || isFaulty({ faults })) return { line, faults, outcome: 'skipped', reason: 'faulty' }
    const twin = this.#whose(customer)
    const added = twin ? undefined : this.#add(customer)
    const whole = { ...job, id: newId(), customerId: twin?.id ?? added?.id ?? null }
    const work = sameWork(whole)
    if (known.has(work)) return { line, faults, outcome: 'skipped', reason: 'known' }
    if (this.#work.has(work)) return { line, faults, outcome: 'skipped', reason: 'repeated' }
    this.#work.add(work)
    return { line, faults, outcome: 'made', job: whole, ...(added ? { customer: added } : {}) }
  }

  /** Some software exports jobs with nothing but a name. */
  #whose(customer: ImportedCustomer) {
    const isOnlyName = customer.email === null && customer.phone === null
    return this.#twins.find(customer) ?? (isOnlyName ? this.#twins.findByName(customer.name) : undefined)
  }

  #customersOf(rows: readonly ReadRow[]): string[] {
    return [...new Set(rows.flatMap(({ customer }) => this.#whose(customer)?.id ?? []))]
  }

  #add(customer: ImportedCustomer): ImportedCustomer & { id: string } {
    const added = { ...customer, id: newId() }
    this.#made.set(added.id, added)
    this.#twins.add({ ...added, mergedInto: null, updatedAt: this.plan.startedAt ?? 0 })
    return added
  }
}
