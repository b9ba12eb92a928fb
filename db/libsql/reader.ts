import type { Client, InStatement, ResultSet } from '@libsql/client/http'
import { StoreError } from '../store'
import type { Limits } from './limits'
import { retrying } from './retry'

/** What the read handle may do: ask, again if need be. A server cannot be told that a connection only reads. */
export function readingOnly(client: Client, limits: Limits): Pick<Client, 'execute'> {
  return {
    async execute(statement: InStatement | string): Promise<ResultSet> {
      if (client.closed) throw new StoreError('The store is closed')
      assertReads(typeof statement === 'string' ? statement : statement.sql)
      return retrying(() => client.execute(statement), limits)
    },
  }
}

/** Values are bound, never written out, so a word of writing in the text is one. */
function assertReads(sql: string): void {
  const reads = /^[\s(]*(?:select|values|explain|pragma)\b/i.test(sql)
  const writes = /\b(?:insert|replace)\s+(?:or\s+\w+\s+)?into\b|\bupdate\s+\S+\s+set\b|\bdelete\s+from\b/i
  if (reads || (/^\s*with\b/i.test(sql) && !writes.test(sql))) return
  throw new StoreError('store.read only reads: write through store.write')
}
