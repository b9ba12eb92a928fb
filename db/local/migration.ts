import type { Database } from 'bun:sqlite'
import { dirname, join } from 'node:path'
import type { MigrationTarget } from '../migrate'
import { StoreError } from '../store'
import { copyVerified } from './copy'

export function localMigrationTarget(connection: Database, path: string, stamp: string): MigrationTarget {
  return {
    query: async (sql) => connection.query(sql).all() as Record<string, unknown>[],
    async apply(statements) {
      // Has no effect inside a transaction, hence around it.
      connection.run('PRAGMA foreign_keys = OFF')
      try {
        connection.run('BEGIN IMMEDIATE')
        for (const statement of statements) connection.run(statement)
        const strays = connection.query('PRAGMA foreign_key_check').all()
        if (strays.length > 0) throw new StoreError(`${strays.length} rows would lose what they refer to`)
        connection.run('COMMIT')
      } catch (error) {
        if (connection.inTransaction) connection.run('ROLLBACK')
        throw error
      } finally {
        connection.run('PRAGMA foreign_keys = ON')
      }
    },
    async keepCopy(label) {
      copyVerified(path, join(dirname(path), 'backups', `${label}-${stamp}.db`))
    },
  }
}
