import { createClient, type Client, type InStatement, type ResultSet } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { DatabaseAddress } from '../client'
import { StoreError, type Db } from '../store'
import { retrying } from './failures'
import type { Lifeline } from './lifeline'

interface Connecting {
  /** The time limit of the next request. */
  limitMs: () => number
  /** Watches the calls, so that none waits long for a server that doesn't answer. */
  lifeline?: Lifeline
  /** Returns integers as exact bigints instead of numbers. */
  exactIntegers?: boolean
}

/** The client must not queue requests itself, because queued ones would escape the time limits. */
const unlimited = 1_000_000

/** An HTTP client for a libSQL server, with a time limit on every request. */
export function connect(address: DatabaseAddress, { limitMs, lifeline, exactIntegers }: Connecting): Client {
  const limitedFetch = (request: Request): Promise<Response> => {
    const limit = Math.max(1, Math.ceil(limitMs()))
    return lifeline
      ? lifeline.call(limit, (signal) => fetch(request, { signal }))
      : fetch(request, { signal: AbortSignal.timeout(limit) })
  }
  try {
    return createClient({
      url: address.url,
      ...(address.authToken ? { authToken: address.authToken } : {}),
      fetch: limitedFetch,
      intMode: exactIntegers ? 'bigint' : 'number',
      concurrency: unlimited,
    })
  } catch (cause) {
    throw new StoreError(
      'DATABASE_URL must be a file: path, or the libsql:, http: or https: address of a libSQL server',
      { cause },
    )
  }
}

/** The part of a Drizzle session that every statement passes through. */
interface Session {
  prepareQuery(...query: unknown[]): object
}

/**
 * A Drizzle handle on anything that executes statements like the client. Errors are passed on unchanged,
 * because Drizzle would put the statement's values into the message and so into logs.
 */
export function handleOn(client: Pick<Client, 'execute'>): Db {
  const db = drizzle({ client: client as Client })
  const { session } = db as unknown as { session: Session }
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (...query) => Object.assign(prepareQuery(...query), { queryWithCache: runPlainly })
  return db
}

function runPlainly<T>(_sql: string, _values: unknown[], run: () => Promise<T>): Promise<T> {
  return run()
}

/** The read handle: it only queries, and retries. A server has no read-only connections. */
export function readingOnly(client: Client, limits: Limits): Pick<Client, 'execute'> {
  return {
    async execute(statement: InStatement | string): Promise<ResultSet> {
      if (client.closed) throw new StoreError('The store is closed')
      assertReads(typeof statement === 'string' ? statement : statement.sql)
      return retrying(() => client.execute(statement), limits)
    },
  }
}

/** Values are bound and never part of the text, so a writing keyword in it really is one. */
function assertReads(sql: string): void {
  const reads = /^[\s(]*(?:select|values|explain|pragma)\b/i.test(sql)
  const writes = /\b(?:insert|replace)\s+(?:or\s+\w+\s+)?into\b|\bupdate\s+\S+\s+set\b|\bdelete\s+from\b/i
  if (reads || (/^\s*with\b/i.test(sql) && !writes.test(sql))) return
  throw new StoreError('store.read is read-only. Write with store.write.')
}

/** Time limits of the server engine in milliseconds, and the size of a commit. */
export interface Limits {
  /** One request. It must exceed the five seconds for which a server lets one writer block the others. */
  callMs: number
  /** All attempts of one batch of units, or of one read, together. */
  settleMs: number
  /** One unit, which holds the server's write lock. A server takes the lock away after five seconds. */
  unitMs: number
  /** A batch accepts no more units after this time. */
  batchMs: number
  unitsPerCommit: number
  /** One request of a migration or a backup, which can move much data. */
  bulkCallMs: number
  healthMs: number
  /** A call that takes longer makes us ask whether the server is there at all. */
  slowMs: number
  /** Between two questions, of which this many in a row stay unanswered before the server counts as down. */
  pulseMs: number
  silentPulses: number
  /** The same while it is down. */
  downPulseMs: number
}

export const defaultLimits: Limits = {
  callMs: 6_000,
  settleMs: 12_000,
  unitMs: 4_000,
  batchMs: 500,
  unitsPerCommit: 128,
  bulkCallMs: 60_000,
  healthMs: 2_000,
  slowMs: 500,
  pulseMs: 250,
  silentPulses: 4,
  downPulseMs: 1_000,
}
