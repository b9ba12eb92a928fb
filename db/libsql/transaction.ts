import {
  LibsqlBatchError,
  type InStatement,
  type ResultSet,
  type Transaction,
  type Client,
} from '@libsql/client/http'
import { StoreError, type Tx, type Unit } from '../store'
import { handleOn } from './connection'
import { isStatementFault } from './failures'

const savepoint = 'SAVEPOINT unit'
const undo = ['ROLLBACK TO unit', 'RELEASE unit']

/**
 * One write transaction of the server, for several units in turn. Statements go out one at a time and
 * none after the first failure that may have ended the transaction: the server would take what follows
 * as statements of their own and keep them.
 */
export class WriteTransaction {
  #last: Promise<unknown> = Promise.resolve()
  /** Statements that travel ahead of the next one, in the same request. */
  #ahead: InStatement[]
  #failure: { error: unknown } | null = null
  /** When the server gave us its write lock; undefined as long as nothing was asked of it. */
  begunAt: number | undefined

  constructor(
    private readonly transaction: Transaction,
    opening: InStatement[],
  ) {
    this.#ahead = [...opening]
  }

  /** What ended the transaction before its time. */
  get failure(): { error: unknown } | null {
    return this.#failure
  }

  execute(statement: InStatement): Promise<ResultSet> {
    const sent = this.#last.then(async () => {
      const [result] = await this.#send([statement])
      if (!result) throw new Error('The server gave no result')
      return result
    })
    this.#last = sent.catch(() => {})
    return sent
  }

  /** Settles when nothing is under way any more. */
  async quiet(): Promise<void> {
    await this.#last
  }

  beginUnit(): void {
    this.#ahead.push(savepoint)
  }

  /** A savepoint that was never sent goes; one that was stays, as COMMIT releases them all. */
  keepUnit(): void {
    this.#forgetUnsentSavepoint()
  }

  undoUnit(): void {
    if (!this.#forgetUnsentSavepoint()) this.#ahead.push(...undo)
  }

  async commit(): Promise<void> {
    if (this.#failure) throw this.#failure.error
    if (this.begunAt === undefined) return
    if (this.#ahead.length > 0) await this.#send([])
    await this.transaction.commit()
  }

  #forgetUnsentSavepoint(): boolean {
    if (this.#ahead.at(-1) !== savepoint) return false
    this.#ahead.pop()
    return true
  }

  async #send(statements: InStatement[]): Promise<ResultSet[]> {
    if (this.#failure) throw this.#failure.error
    const ahead = this.#ahead.length
    try {
      const results = await this.transaction.batch([...this.#ahead, ...statements])
      this.#arrived()
      return results.slice(ahead)
    } catch (error) {
      const reached = error instanceof LibsqlBatchError ? error.statementIndex : undefined
      const harmless = isStatementFault(error) && !this.transaction.closed
      if (!harmless || (reached !== undefined && reached < ahead)) this.#failure ??= { error }
      else if (reached !== undefined) this.#arrived()
      throw error
    }
  }

  #arrived(): void {
    this.#ahead = []
    this.begunAt ??= performance.now()
  }
}

interface Watch {
  strict: boolean
  unitMs: number
  calledFrom: string | undefined
}

/** What one unit is given of the shared transaction: for as long as it runs, and no longer than it may. */
export class UnitHandle {
  #underWay = 0
  #ended = false
  #overdue = false
  #timer: Timer | undefined
  readonly #startedAt = performance.now()
  readonly #refusal = Promise.withResolvers<never>()

  constructor(
    private readonly transaction: WriteTransaction,
    private readonly watch: Watch,
  ) {}

  async run<T>(unit: Unit<T>): Promise<T> {
    const client: Pick<Client, 'execute'> = { execute: (statement: InStatement) => this.#execute(statement) }
    const { proxy: tx, revoke } = Proxy.revocable<Tx>(handleOn(client), {})
    this.#timer = setTimeout(() => this.#checkTime(), this.watch.unitMs)
    this.#lookForStraying()
    try {
      return await Promise.race([unit(tx), this.#refusal.promise])
    } finally {
      this.#ended = true
      clearTimeout(this.#timer)
      revoke()
      await this.transaction.quiet()
    }
  }

  async #execute(statement: InStatement): Promise<ResultSet> {
    if (this.#ended) throw new StoreError('This handle belongs to a unit of writes that has ended')
    if (this.#overdue) throw this.#tooSlow()
    this.#underWay++
    try {
      return await this.transaction.execute(statement)
    } finally {
      this.#underWay--
      if (this.#overdue) this.#refusal.reject(this.#tooSlow())
      else this.#lookForStraying()
    }
  }

  /** Waiting for the write lock is not the unit's own time, nor is an answer that is still to come. */
  #checkTime(): void {
    const waitsForLock = this.transaction.begunAt === undefined && this.#underWay > 0
    const since = waitsForLock
      ? performance.now()
      : Math.max(this.#startedAt, this.transaction.begunAt ?? this.#startedAt)
    const left = since + this.watch.unitMs - performance.now()
    if (left > 0) {
      this.#timer = setTimeout(() => this.#checkTime(), left)
      return
    }
    this.#overdue = true
    if (this.#underWay === 0) this.#refusal.reject(this.#tooSlow())
  }

  /** A unit that goes on after an answer does so within this turn of the loop, or waits for something else. */
  #lookForStraying(): void {
    if (!this.watch.strict) return
    setImmediate(() => {
      if (this.#ended || this.#underWay > 0) return
      this.#refusal.reject(
        new StoreError(
          `A unit of writes awaited something other than the store (${this.watch.calledFrom}). ` +
            'Call providers and timers before or after the unit.',
        ),
      )
    })
  }

  #tooSlow(): StoreError {
    return new UnitTooSlow(
      `A unit of writes ran for more than ${this.watch.unitMs} ms and was undone, as it kept every other writer waiting`,
    )
  }
}

/** Refused for good: a batch that is tried again leaves this unit out. */
export class UnitTooSlow extends StoreError {
  override name = 'UnitTooSlow'
}
