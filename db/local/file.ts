import { Database } from 'bun:sqlite'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../store'

/** A service that is being replaced may need a moment to stop. */
const patienceMs = 1_000

/** Reserves a database file for one service. Commands work next to it and need no claim. */
export interface Claim {
  release(): void
}

/**
 * Two services on one file would each count limits, run tasks and send messages. SQLite's lock ends with its
 * process, so a crash never blocks the next start.
 */
export function claimDatabase(path: string, waitMs = patienceMs): Claim {
  mkdirSync(dirname(path), { recursive: true })
  const lock = new Database(`${path}.lock`, { create: true, readwrite: true })
  lock.run(`PRAGMA busy_timeout = ${waitMs}`)
  try {
    lock.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if ((cause as { code?: unknown }).code !== 'SQLITE_BUSY') throw cause
    throw new StoreError(
      `A service is already running on ${path}. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return { release: () => lock.close() }
}

/**
 * Runs the work only while no service has the database. A missing lock file isn't created, because it would
 * belong to the user who runs the command.
 */
export function whileUnclaimed(path: string, work: () => boolean): boolean {
  if (!existsSync(`${path}.lock`)) return work()
  let claim: Claim
  try {
    claim = claimDatabase(path, 0)
  } catch {
    return false
  }
  try {
    return work()
  } finally {
    claim.release()
  }
}

/** SQLite's error code, such as SQLITE_CORRUPT; an empty string for any other failure. */
export function sqliteCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : ''
}

export const isDamage = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(error))
export const isInUse = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error))

/**
 * Explains in words for the operator why a database file can't be used. Other errors are returned unchanged.
 */
export function troubleWith(path: string, error: unknown): unknown {
  const code = sqliteCode(error)
  const said = (text: string) => new StoreError(text, { cause: error })
  if (isDamage(error))
    return said(
      `${path} is damaged. Stop the service and run \`restore latest --overwrite\`; the damaged file is kept.`,
    )
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(code))
    return said(
      `${path} can't be opened by this user (${code}). Run the command as the user the service runs as.`,
    )
  if (/^SQLITE_(FULL|IOERR)/.test(code))
    return said(`The disk of ${path} is full or does not answer (${code}). Make room, then try again.`)
  if (isInUse(error)) return said(`${path} is in use by another program (${code}). Try again in a moment.`)
  return error
}
