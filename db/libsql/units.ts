import type { Client, InStatement } from '@libsql/client/http'
import type { DatabaseAddress } from '../client'
import {
  StoreUnavailable,
  nextTurn,
  settle,
  type CommitWatcher,
  type Outcome,
  type StoreError,
  type Unit,
  type Waiting,
} from '../store'
import { connect, type Limits } from './connection'
import { asStoreError, isRefusedCommit, isTransient, pause, pauseBefore } from './failures'
import type { Lifeline } from './lifeline'
import { WriteTransaction, UnitHandle, UnitTooSlow } from './transaction'

interface Batch {
  mark: Mark
  units: Waiting[]
  outcomes: Outcome[]
  /** Units that are not run again with the batch, each with the reason. */
  refused: Map<Waiting, StoreError>
  /** A COMMIT was sent but not answered; the mark shows whether it was saved. */
  commitLost: boolean
}

/** One unit broke the transaction for the others, which are run again without it. */
class Spoiled extends Error {}

/**
 * Runs units of writes one after another on a server. Waiting units share one transaction, each under its own
 * savepoint, and each promise settles only after its COMMIT.
 */
export class ServerUnitQueue {
  #waiting: Waiting[] = []
  #draining: Promise<void> | null = null
  onCommit: CommitWatcher = () => {}
  #batches = 0
  #deadline = Number.POSITIVE_INFINITY
  readonly #writer = Bun.randomUUIDv7()
  readonly #client: Client

  constructor(
    address: DatabaseAddress,
    private readonly limits: Limits,
    private readonly options: { strict: boolean; warn: (message: string) => void; lifeline: Lifeline },
  ) {
    this.#client = connect(address, {
      lifeline: options.lifeline,
      limitMs: () =>
        Math.min(limits.callMs, Math.max(this.#deadline - performance.now(), limits.callMs / 10)),
    })
  }

  run<T>(unit: Unit<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        unit,
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      this.#draining ??= this.#drain()
    })
  }

  get queued(): number {
    return this.#waiting.length
  }

  /** Resolves when every requested unit has been committed or refused. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  close(): void {
    this.#client.close()
  }

  async #drain(): Promise<void> {
    await nextTurn()
    while (this.#waiting.length > 0) {
      await this.#commitTogether()
      await nextTurn()
    }
    this.#draining = null
  }

  async #commitTogether(): Promise<void> {
    const batch: Batch = {
      mark: { writer: this.#writer, batch: ++this.#batches },
      units: [],
      outcomes: [],
      refused: new Map(),
      commitLost: false,
    }
    const startedAt = performance.now()
    const tell = (failed: boolean) => this.onCommit(batch.units.length, performance.now() - startedAt, failed)
    try {
      await this.#tryUntilSettled(batch)
      tell(false)
      settle(batch.outcomes)
    } catch (error) {
      tell(true)
      this.#refuse(batch, error)
    }
  }

  async #tryUntilSettled(batch: Batch): Promise<void> {
    this.#deadline = performance.now() + this.limits.settleMs
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(batch)
      } catch (error) {
        if (error instanceof Spoiled) continue
        const wait = pauseBefore(attempt)
        if (!isTransient(error) || performance.now() + wait > this.#deadline) throw error
        this.options.warn(`The database server failed. Trying again: ${String(error)}`)
        await pause(wait)
      }
    }
  }

  async #attempt(batch: Batch): Promise<void> {
    const open = await this.#client.transaction('write')
    try {
      // Under the write lock the answer is final, because no earlier COMMIT can still be on its way.
      if (batch.commitLost && (await open.execute(findMark(batch.mark))).rows.length > 0) return
      batch.commitLost = false
      const transaction = new WriteTransaction(open, leaveMark(batch.mark))
      batch.outcomes = await this.#runUnits(batch, transaction)
      if (batch.outcomes.some((outcome) => 'value' in outcome)) await this.#commit(batch, transaction)
    } finally {
      // Releases the lock at once and undoes uncommitted work. No one waits for the answer.
      open.close()
    }
  }

  async #commit(batch: Batch, transaction: WriteTransaction): Promise<void> {
    batch.commitLost = true
    try {
      await transaction.commit()
    } catch (error) {
      if (isRefusedCommit(error)) batch.commitLost = false
      // Leaves time to find out the result, even if the COMMIT was sent at the last moment.
      else this.#deadline = Math.max(this.#deadline, performance.now() + this.limits.callMs)
      throw error
    }
  }

  async #runUnits(batch: Batch, transaction: WriteTransaction): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const waiting of this.#membersOf(batch, transaction)) {
      const refusal = batch.refused.get(waiting)
      outcomes.push(refusal ? { waiting, error: refusal } : await this.#runAlone(batch, waiting, transaction))
    }
    return outcomes
  }

  /** First the units of an earlier attempt, then waiting ones, until the batch is large or old enough. */
  *#membersOf(batch: Batch, transaction: WriteTransaction): Generator<Waiting> {
    yield* batch.units
    while (batch.units.length < this.limits.unitsPerCommit) {
      const heldFor = transaction.begunAt === undefined ? 0 : performance.now() - transaction.begunAt
      const next = heldFor < this.limits.batchMs ? this.#waiting.shift() : undefined
      if (!next) return
      batch.units.push(next)
      yield next
    }
  }

  async #runAlone(batch: Batch, waiting: Waiting, transaction: WriteTransaction): Promise<Outcome> {
    const outcome = await this.#runUnder(transaction, waiting)
    if ('error' in outcome && outcome.error instanceof UnitTooSlow) batch.refused.set(waiting, outcome.error)
    const { failure } = transaction
    if (!failure) return outcome
    if (isTransient(failure.error)) throw failure.error
    batch.refused.set(waiting, asStoreError(failure.error))
    throw new Spoiled()
  }

  async #runUnder(transaction: WriteTransaction, waiting: Waiting): Promise<Outcome> {
    const { strict } = this.options
    const { unitMs } = this.limits
    transaction.beginUnit()
    try {
      const handle = new UnitHandle(transaction, { strict, unitMs, unit: waiting.unit })
      const value = await handle.run()
      transaction.keepUnit()
      return { waiting, value }
    } catch (error) {
      transaction.undoUnit()
      return { waiting, error }
    }
  }

  #refuse(batch: Batch, cause: unknown): void {
    const failure = batch.commitLost
      ? new StoreUnavailable("The database server didn't confirm whether the data was saved", {
          cause,
          mayBeSaved: true,
        })
      : asStoreError(cause)
    for (const waiting of batch.units) waiting.reject(batch.refused.get(waiting) ?? failure)
    // All waiting units waited for the same server and would otherwise wait that long again.
    if (isTransient(cause) || this.options.lifeline.isDown || batch.units.length === 0)
      for (const waiting of this.#waiting.splice(0)) waiting.reject(asStoreError(cause))
  }
}

/** Identifies one batch of one process among all that share the server. */
export interface Mark {
  writer: string
  batch: number
}

const serverTimeMs = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`
const keptMs = 24 * 60 * 60 * 1_000
const batchesBetweenCleanings = 1_000

/** Runs inside the batch it marks, so both are saved or neither is. */
export function leaveMark({ writer, batch }: Mark): InStatement[] {
  const leave: InStatement = {
    sql: `INSERT INTO commit_marks (writer, batch, committed_at) VALUES (?, ?, ${serverTimeMs})
      ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, committed_at = excluded.committed_at`,
    args: [writer, batch],
  }
  return batch % batchesBetweenCleanings === 1 ? [removeOldMarks(), leave] : [leave]
}

export function findMark({ writer, batch }: Mark): InStatement {
  return { sql: 'SELECT 1 FROM commit_marks WHERE writer = ? AND batch = ?', args: [writer, batch] }
}

/** A mark is useful for seconds, and those of ended processes would stay forever. */
function removeOldMarks(): InStatement {
  return { sql: `DELETE FROM commit_marks WHERE committed_at < ${serverTimeMs} - ?`, args: [keptMs] }
}
