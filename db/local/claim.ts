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
      `A service is running on ${path} already. Stop it first, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return { release: () => lock.close() }
}
