import { createClient, type Client } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import type { DatabaseAddress } from '../client'
import { StoreError, type Db } from '../store'

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
      'DATABASE_URL must be a file: address, or that of a libSQL server: libsql:, http: or https:',
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
