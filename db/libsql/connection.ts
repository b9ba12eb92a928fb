import { createClient, type Client, type InStatement, type ResultSet } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { DatabaseAddress } from '../client'
import { StoreError, type Db } from '../store'
import { retrying } from './failures'

interface Connecting {
  /** The time limit of the request that is about to be sent. */
  limitMs: () => number
  /** Integers as bigint, exact to the last digit; otherwise as numbers. */
  exactIntegers?: boolean
}

/** Requests wait for one another nowhere in the client: what queues there would escape the time limits. */
const unlimited = 1_000_000

/** A client of a libSQL server over HTTP, none of whose requests waits for ever. */
export function connect(address: DatabaseAddress, { limitMs, exactIntegers }: Connecting): Client {
  const limitedFetch = (request: Request): Promise<Response> =>
    fetch(request, { signal: AbortSignal.timeout(Math.max(1, Math.ceil(limitMs()))) })
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

/** The part of a Drizzle session that every statement passes. */
interface Session {
  prepareQuery(...query: unknown[]): object
}

/**
 * A Drizzle handle on anything that runs statements the way the client does. Failures come out as they
 * are: Drizzle would put the values of the statement into the message, and so into logs.
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
  throw new StoreError('store.read is read-only. Write with store.write.')
}

/** How long the server engine waits, in milliseconds, and how much it takes into one commit. */
export interface Limits {
  /** One request. Longer than the five seconds a server lets one writer keep the others waiting. */
  callMs: number
  /** All tries of one batch of units, or of one read, together. */
  settleMs: number
  /** One unit, which holds the server's write lock meanwhile; a server takes the lock away after five seconds. */
  unitMs: number
  /** After this long a batch takes no further unit. */
  batchMs: number
  unitsPerCommit: number
  /** One request of a migration or of a backup, which may move much data. */
  bulkCallMs: number
  healthMs: number
}

export const defaultLimits: Limits = {
  callMs: 6_000,
  settleMs: 12_000,
  unitMs: 4_000,
  batchMs: 500,
  unitsPerCommit: 128,
  bulkCallMs: 60_000,
  healthMs: 2_000,
}
