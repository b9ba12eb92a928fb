import type { Database } from 'bun:sqlite'
import {
  StoreError,
  nextTurn,
  settle,
  strayed,
  type CommitWatcher,
  type Db,
  type Outcome,
  type Tx,
  type Unit,
  type Waiting,
} from '../store'
import { isInUse } from './file'

/** Keeps batches small enough not to block the event loop for long. */
const maxUnitsPerCommit = 128
const maxMsPerCommit = 10
const slowUnitMs = 1_000
const maxUnitMs = 5_000
/** How long a batch waits while another process writes. */
const maxLockMs = 5_000
const longestPauseMs = 10

interface Running {
  unit: Unit<unknown>
  since: number
  warned: boolean
  refuse: (reason: unknown) => void
}

/**
 * Runs units of writes one after another on one connection. Waiting units share one COMMIT, and each promise
 * settles only after it. A unit that fails undoes only itself: if it has already written something, the
 * others are run a second time without it, so a unit may run more than once.
 */
export class UnitQueue {
  #waiting: Waiting[] = []
  #draining: Promise<void> | null = null
  onCommit: CommitWatcher = () => {}
  #running: Running | null = null
  #looksNextTurn = false
  readonly #limitMs: number
  readonly #watchdog: ReturnType<typeof setInterval>
  readonly #begin
  readonly #commit
  readonly #rollback
  readonly #savepoint
  readonly #release
  readonly #undo
  readonly #changes

  constructor(
    private readonly connection: Database,
    private readonly db: Db,
    private readonly options: {
      strict: boolean
      warn: (message: string) => void
      maxUnitMs?: number
      batchMs?: number
    },
  ) {
    // SQLite would wait for the lock on this thread, and no request could even be read meanwhile.
    connection.run('PRAGMA busy_timeout = 0')
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#commit = connection.prepare('COMMIT')
    this.#rollback = connection.prepare('ROLLBACK')
    this.#savepoint = connection.prepare('SAVEPOINT unit')
    this.#release = connection.prepare('RELEASE unit')
    this.#undo = connection.prepare('ROLLBACK TO unit')
    this.#changes = connection.prepare('SELECT total_changes()')
    this.#limitMs = options.maxUnitMs ?? maxUnitMs
    this.#watchdog = setInterval(() => this.#look(), Math.min(500, this.#limitMs / 4))
    this.#watchdog.unref()
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

  /** Call this after the last unit. It stops the timer. */
  close(): void {
    clearInterval(this.#watchdog)
  }

  async #drain(): Promise<void> {
    // setImmediate instead of a timer, so requests of the same turn of the event loop join the batch.
    await nextTurn()
    while (this.#waiting.length > 0) {
      await this.#commitTogether()
      await nextTurn()
    }
    this.#draining = null
  }

  async #commitTogether(): Promise<void> {
    const taken: Waiting[] = []
    let outcomes: Outcome[] = []
    const startedAt = performance.now()
    try {
      await this.#takeLock()
      const freely = await this.#runFreely(taken)
      outcomes = freely.spoiler ? await this.#runApart(taken, freely.spoiler) : freely.outcomes
      this.#commit.run()
    } catch (cause) {
      if (this.connection.inTransaction) this.#rollback.run()
      const failure = refusal(cause)
      this.onCommit(taken.length, performance.now() - startedAt, true)
      // If no unit has run yet, the first in the queue gets the error, so no one waits forever.
      if (taken.length === 0) this.#waiting.shift()?.reject(failure)
      for (const waiting of taken) waiting.reject(failure)
      return
    }
    this.onCommit(taken.length, performance.now() - startedAt, false)
    settle(outcomes)
  }

  /** Commands and Litestream write to the file too, each for a moment. */
  async #takeLock(): Promise<void> {
    const started = performance.now()
    for (let attempt = 1; ; attempt++)
      try {
        this.#begin.run()
        return
      } catch (error) {
        if (!isInUse(error) || performance.now() - started > maxLockMs) throw error
        await Bun.sleep(Math.min(attempt, longestPauseMs))
      }
  }

  /**
   * Runs waiting units without savepoints, for which SQLite would copy every page the unit changes: a quarter
   * of a booking's cost. It stops at a unit that fails after writing something.
   */
  async #runFreely(taken: Waiting[]): Promise<{ outcomes: Outcome[]; spoiler?: Outcome }> {
    const outcomes: Outcome[] = []
    const { batchMs = maxMsPerCommit } = this.options
    const started = performance.now()
    while (taken.length < maxUnitsPerCommit && performance.now() - started < batchMs) {
      const waiting = this.#waiting.shift()
      if (!waiting) break
      taken.push(waiting)
      const before = this.#countChanges()
      const outcome = await this.#runOne(waiting)
      outcomes.push(outcome)
      if ('error' in outcome && this.#countChanges() !== before) return { outcomes, spoiler: outcome }
    }
    return { outcomes }
  }

  /** Runs the batch again with a savepoint for each unit, and without the one that failed. */
  async #runApart(taken: readonly Waiting[], spoiler: Outcome): Promise<Outcome[]> {
    this.#rollback.run()
    await this.#takeLock()
    const outcomes: Outcome[] = [spoiler]
    for (const waiting of taken) {
      if (waiting === spoiler.waiting) continue
      this.#savepoint.run()
      const outcome = await this.#runOne(waiting)
      if ('error' in outcome) this.#undo.run()
      this.#release.run()
      outcomes.push(outcome)
    }
    return outcomes
  }

  async #runOne(waiting: Waiting): Promise<Outcome> {
    const { proxy: tx, revoke } = Proxy.revocable(this.db, {})
    try {
      return { waiting, value: await this.#watch(waiting, tx) }
    } catch (error) {
      // Disk-full and I/O errors end the whole transaction, so there is nothing left to undo.
      if (!this.connection.inTransaction) throw error
      return { waiting, error: isDiskFailure(error) ? refusal(error) : error }
    } finally {
      this.#running = null
      revoke()
    }
  }

  #countChanges(): unknown {
    return this.#changes.values()[0]?.[0]
  }

  /**
   * A unit that waits for its own write would block everyone forever. One timer watches the running unit,
   * because a timer for each would cost as much as a small write.
   */
  #watch({ unit }: Waiting, tx: Tx): unknown {
    const running = unit(tx)
    if (!(running instanceof Promise)) return running
    const watched = Promise.withResolvers<unknown>()
    running.then(watched.resolve, watched.reject)
    this.#running = { unit, since: performance.now(), warned: false, refuse: watched.reject }
    if (this.options.strict) this.#lookForStraying()
    return watched.promise
  }

  /**
   * Every call to the store answers within this turn of the event loop, so a unit that is still running in the
   * next one waits for something else. One look serves all units of a turn.
   */
  #lookForStraying(): void {
    if (this.#looksNextTurn) return
    this.#looksNextTurn = true
    setImmediate(() => {
      this.#looksNextTurn = false
      const running = this.#running
      running?.refuse(strayed(running.unit))
    })
  }

  #look(): void {
    const unit = this.#running
    if (!unit) return
    const ms = performance.now() - unit.since
    if (ms > this.#limitMs)
      unit.refuse(new StoreError(`A unit of writes ran for more than ${this.#limitMs} ms and was undone`))
    else if (ms > slowUnitMs && !unit.warned) {
      unit.warned = true
      this.options.warn('A unit of writes has been running for over a second')
    }
  }
}

function refusal(cause: unknown): StoreError {
  return new StoreError("The data couldn't be saved", { cause })
}

/** The disk is at fault, not the statement. */
function isDiskFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (/^SQLITE_(?:FULL|IOERR|CORRUPT|READONLY|CANTOPEN|NOTADB)/.test(code)) return true
  }
  return false
}
