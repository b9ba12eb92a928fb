import { LibsqlBatchError, type InStatement, type ResultSet, type Transaction } from '@libsql/client/http'
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
    const sent = this.#last.then(() => this.#send([statement]))
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

  async #send(statements: InStatement[]): Promise<ResultSet> {
    if (this.#failure) throw this.#failure.error
    const ahead = this.#ahead.length
    try {
      const results = await this.transaction.batch([...this.#ahead, ...statements])
      this.#arrived()
      return results.at(-1)!
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
