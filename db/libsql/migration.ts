import { LibsqlBatchError, type Client } from '@libsql/client/http'
import type { MigrationTarget } from '../migrate'
import { StoreError } from '../store'
import type { Limits } from './limits'
import { retrying } from './retry'

/** Fails, and so undoes the migration, when a row refers to nothing. The text is no JSON, whatever the table. */
const refuseStrays = `SELECT json('{' || "table") FROM pragma_foreign_key_check LIMIT 1`

/**
 * Each migration is one request that the server runs in one transaction. It may safely be sent again
 * when the answer is lost: its row in the history is unique.
 */
export function serverMigrationTarget(client: Client, limits: Limits): MigrationTarget {
  return {
    async query(sql) {
      const { rows, columns } = await retrying(() => client.execute(sql), limits)
      return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
    },
    async apply(statements) {
      try {
        await retrying(() => client.migrate([...statements, refuseStrays]), limits)
      } catch (error) {
        if (error instanceof LibsqlBatchError && error.statementIndex === statements.length)
          throw new StoreError('Rows would lose what they refer to', { cause: error })
        throw error
      }
    },
    // The server keeps its own backups; a copy of it would have no place on this machine.
    async keepCopy() {},
  }
}
