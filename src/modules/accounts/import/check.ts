import { and, eq } from 'drizzle-orm'
import { imports } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { Decider, readRows, type Decision } from './decide'
import { ChunkSize, nextRows, readingOf, type Findings, type ImportRow, restPerWork } from './rows'

const mostExamples = 50
const mostDuplicates = 20
const rowsBetweenNews = 2_000

/** Looks at every row without importing any, and stores what it found, unless the plan changed meanwhile. */
export async function checkImport(deps: Deps, row: ImportRow): Promise<void> {
  const { store, background } = deps
  const reading = await readingOf(deps, row)
  const decider = new Decider(row)
  const tally = new Tally()
  const size = new ChunkSize()
  const isCurrent = and(
    eq(imports.id, row.id),
    eq(imports.state, 'checking'),
    eq(imports.updatedAt, row.updatedAt),
  )
  for (let position = 0; position < row.rows;) {
    if (background.stopping) return
    const startedAt = performance.now()
    const staged = await nextRows(store.read, row.id, position, size.rows)
    const last = staged.at(-1)
    if (!last) break
    for (const decision of await decider.decide(store.read, readRows(row, reading, staged)))
      tally.count(decision)
    size.measure(startedAt)
    if (Math.floor(last.line / rowsBetweenNews) > Math.floor(position / rowsBetweenNews)) {
      const noted = await store.write((tx) =>
        tx.update(imports).set({ position: last.line }).where(isCurrent).returning({ id: imports.id }),
      )
      if (noted.length === 0) return
    }
    position = last.line
    await deps.background.restAfter(startedAt, restPerWork)
  }
  await store.write((tx) =>
    tx
      .update(imports)
      .set({ state: 'ready', position: row.rows, findings: tally.findings() })
      .where(isCurrent),
  )
}

class Tally {
  readonly #found = {
    good: 0,
    errors: 0,
    warnings: 0,
    known: 0,
    repeated: 0,
    merged: 0,
    history: 0,
    upcoming: 0,
  }
  readonly #faults = new Map<string, Findings['faults'][number]>()
  readonly #examples: number[] = []
  readonly #duplicates: number[] = []
  readonly #mergedRows: number[] = []

  count({ line, faults, outcome, reason, job }: Decision): void {
    const found = this.#found
    if (reason === 'faulty') found.errors++
    else found.good++
    if (reason === 'known' || reason === 'repeated') {
      found[reason]++
      if (this.#duplicates.length < mostDuplicates) {
        this.#duplicates.push(line)
        if (outcome === 'merged') this.#mergedRows.push(line)
      }
    }
    if (outcome === 'merged') found.merged++
    if (job) found[job.isHistory ? 'history' : 'upcoming']++
    if (faults.length === 0) return
    if (reason !== 'faulty') found.warnings++
    if (this.#examples.length < mostExamples) this.#examples.push(line)
    for (const fault of faults) {
      const known = this.#faults.get(fault.text) ?? { ...fault, count: 0 }
      known.count++
      this.#faults.set(fault.text, known)
    }
  }

  findings(): Findings {
    const faults = [...this.#faults.values()].toSorted((one, other) => other.count - one.count)
    return {
      ...this.#found,
      faults,
      examples: this.#examples,
      duplicates: this.#duplicates,
      mergedRows: this.#mergedRows,
    }
  }
}
