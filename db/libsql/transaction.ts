import {
  LibsqlBatchError,
  type InStatement,
  type ResultSet,
  type Transaction,
  type Client,
} from '@libsql/client/http'
import { StoreError, strayed, type Tx, type Unit } from '../store'
import { handleOn } from './connection'
import { isStatementFault } from './failures'

const savepoint = 'SAVEPOINT unit'
const undo = ['ROLLBACK TO unit', 'RELEASE unit']

/**
 * One write transaction on the server, used by several units in turn. Statements are sent one at a time, and
 * none after a failure that may have ended the transaction: the server would run them outside it and save
 * them.
 */
export class WriteTransaction {
  #last: Promise<unknown> = Promise.resolve()
  /** Statements to send with the next one, in the same request. */
  #ahead: InStatement[]
  #failure: { error: unknown } | null = null
  /** When the server gave us its write lock; undefined until the first request. */
  begunAt: number | undefined

  constructor(
    private readonly transaction: Transaction,
    opening: InStatement[],
  ) {
    this.#ahead = [...opening]
  }

  /** The error that ended the transaction early. */
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

  /** Resolves when no request is running. */
  async quiet(): Promise<void> {
    await this.#last
  }

  beginUnit(): void {
    this.#ahead.push(savepoint)
  }

  /** Drops a savepoint that wasn't sent yet. A sent one stays, because COMMIT releases it. */
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
  unit: Unit<unknown>
}

/** One unit's access to the shared transaction, limited to its running time. */
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

  async run(): Promise<unknown> {
    const { unit } = this.watch
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

  /** Waiting for the write lock or for an answer doesn't count as the unit's own time. */
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

  /**
   * After an answer, a unit continues within this turn of the event loop, or it is waiting for something
   * else.
   */
  #lookForStraying(): void {
    if (!this.watch.strict) return
    setImmediate(() => {
      if (this.#ended || this.#underWay > 0) return
      this.#refusal.reject(strayed(this.watch.unit))
    })
  }

  #tooSlow(): StoreError {
    return new UnitTooSlow(
      `A unit of writes ran for more than ${this.watch.unitMs} ms and was undone, as it kept every other writer waiting`,
    )
  }
}

/** Final: when the batch is retried, this unit is left out. */
export class UnitTooSlow extends StoreError {
  override name = 'UnitTooSlow'
}
