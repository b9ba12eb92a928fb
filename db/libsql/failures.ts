import { LibsqlError } from '@libsql/client/http'
import { StoreError, StoreUnavailable } from '../store'
import type { Limits } from './connection'

/** Errors of one statement that leave its transaction intact. */
const statementFaults = new Set([
  'SQLITE_CONSTRAINT',
  'SQLITE_UNKNOWN',
  'SQLITE_ERROR',
  'SQLITE_MISMATCH',
  'SQLITE_TOOBIG',
  'SQLITE_RANGE',
  'SQLITE_AUTH',
  'SQL_PARSE_ERROR',
  'SQL_MANY_STATEMENTS',
  'SQL_NO_STATEMENT',
  'ARGS_INVALID',
  'ARGS_BOTH_POSITIONAL_AND_NAMED',
])

const transientFaults = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'TRANSACTION_TIMEOUT',
  'TRANSACTION_BUSY',
  'TRANSACTION_CLOSED',
  'STREAM_EXPIRED',
  'HRANA_PROTO_ERROR',
  'HRANA_CLOSED_ERROR',
  'UNKNOWN',
])

/** A restarted server answers 400 to a transaction that began before the restart. */
const transientStatuses = new Set([400, 408, 425, 429])

/** The statement was wrong or refused. A retry wouldn't help, and nothing else is affected. */
export function isStatementFault(error: unknown): boolean {
  if (error instanceof LibsqlError) return statementFaults.has(error.code)
  // Arguments that can't be sent at all. Network errors have a code as well.
  return (error instanceof TypeError || error instanceof RangeError) && !('code' in error)
}

/** A retry may succeed: another writer, a lost connection, or a restarting server. */
export function isTransient(error: unknown): boolean {
  if (error instanceof StoreError) return false
  if (!(error instanceof LibsqlError)) return !isStatementFault(error)
  if (error.code !== 'SERVER_ERROR') return transientFaults.has(error.code)
  const status = statusOf(error)
  return status === undefined || status >= 500 || transientStatuses.has(status)
}

/** The server itself said that the COMMIT failed, so nothing was saved. */
export function isRefusedCommit(error: unknown): boolean {
  return error instanceof LibsqlError && /^(SQLITE_|TRANSACTION_TIMEOUT)/.test(error.code)
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'RESPONSE_TOO_LARGE'
}

/** The error callers see if the server, not their statement, is at fault. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const Kind = isOutage(error) ? StoreUnavailable : StoreError
  return new Kind(describe(error), { cause: error })
}

/** Someone must make the server available again; our request was fine. */
function isOutage(error: unknown): boolean {
  const status = statusOf(error)
  const refused = status === 401 || status === 403 || status === 404
  return isTransient(error) || refused || (error instanceof LibsqlError && error.code === 'BLOCKED')
}

function describe(error: unknown): string {
  const status = statusOf(error)
  if (status === 401 || status === 403) return 'The database server refused the access token'
  if (status === 404) return 'The database server knows no database under this address'
  if (isTooLarge(error)) return 'The answer of the database server would be too large: ask for fewer rows'
  if (error instanceof LibsqlError && error.code === 'BLOCKED') return 'The database server is blocked'
  if (isTransient(error)) return 'The database server did not answer in time or is busy'
  return 'The database server could not take the data'
}

function statusOf(error: unknown): number | undefined {
  const cause = error instanceof LibsqlError ? error.cause : undefined
  return cause instanceof Error && 'status' in cause && typeof cause.status === 'number'
    ? cause.status
    : undefined
}

const firstPauseMs = 25
const longestPauseMs = 1_000

/** The delay before a retry, with jitter so that processes don't collide every time. */
export function pauseBefore(attempt: number, random = Math.random()): number {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
  return longest / 2 + (longest / 2) * random
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Repeats an operation that can safely run twice, as long as another attempt fits into the time limit. */
export async function retrying<T>(run: () => Promise<T>, limits: Limits): Promise<T> {
  const lastStart = performance.now() + limits.settleMs - limits.callMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (isStatementFault(error)) throw error
      const wait = pauseBefore(attempt)
      if (!isTransient(error) || performance.now() + wait > lastStart) throw asStoreError(error)
      await pause(wait)
    }
  }
}
