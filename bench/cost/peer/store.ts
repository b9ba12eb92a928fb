import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'

type Value = string | number | null

interface Unit {
  /** Returns what resolves its promise once the commit is on disk. */
  run: () => () => void
  fail: (error: unknown) => void
}

/** A file with the settings of ours. Writes that arrive in the same turn of the event loop share a commit. */
export class BareStore {
  readonly #db: Database
  #waiting: Unit[] = []

  constructor(path: string) {
    this.#db = new Database(path)
    this.#db.run('PRAGMA journal_mode = WAL')
    this.#db.run('PRAGMA synchronous = FULL')
  }

  query<Row>(sql: string): Statement<Row, SQLQueryBindings[]> {
    return this.#db.prepare(sql)
  }

  /** A prepared statement that inserts these columns of a row. */
  insert<Column extends string>(table: string, columns: readonly Column[]) {
    const marks = columns.map(() => '?').join(', ')
    const names = columns.map((column) => `"${column}"`).join(', ')
    const statement = this.#db.prepare(`INSERT INTO ${table} (${names}) VALUES (${marks})`)
    return (row: Record<Column, Value>): void => {
      statement.run(...columns.map((column) => row[column]))
    }
  }

  write<T>(unit: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (this.#waiting.length === 0) setImmediate(() => this.#flush())
    this.#waiting.push({
      run() {
        const result = unit()
        return () => resolve(result)
      },
      fail: reject,
    })
    return promise
  }

  #flush(): void {
    const units = this.#waiting
    this.#waiting = []
    try {
      this.#db.run('BEGIN IMMEDIATE')
      const answers = units.map(({ run }) => run())
      this.#db.run('COMMIT')
      for (const answer of answers) answer()
    } catch (error) {
      if (this.#db.inTransaction) this.#db.run('ROLLBACK')
      for (const { fail } of units) fail(error)
    }
  }
}
