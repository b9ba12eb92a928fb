import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../store'

/** A service that is being replaced may need a moment to end. */
const patienceMs = 1_000

/** That a database file is one service's alone. Commands work beside it and need none. */
export interface Claim {
  release(): void
}

/**
 * Two services on one file would count limits, run tasks and send messages each for itself. SQLite's lock
 * goes with its holder, however that ends, so a crash never blocks the next start.
 */
export function claimDatabase(path: string): Claim {
  mkdirSync(dirname(path), { recursive: true })
  const lock = new Database(`${path}.lock`, { create: true, readwrite: true })
  lock.run(`PRAGMA busy_timeout = ${patienceMs}`)
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

/** SQLite's name for what went wrong, such as SQLITE_CORRUPT; an empty text for any other failure. */
export function sqliteCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : ''
}

export const isDamage = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(error))
export const isInUse = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error))

/** What keeps a database file from being used, in words the operator can act on. Anything else stays as it is. */
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
