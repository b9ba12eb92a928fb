import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

import { StoreError } from '../store'
import { assertIntact, copyVerified } from './copy'

/**
 * Puts a backup in the place of a database. Refuses a damaged backup, and a database that is there
 * unless told to; that one is kept beside it. Returns where, or null when there was none.
 */
export function restoreBackup(from: string, to: string, overwrite: boolean): string | null {
  assertIntact(from)
  if (existsSync(to) && !overwrite)
    throw new StoreError(
      `${to} exists already. Stop the service and add --overwrite to replace it; the old one is kept.`,
    )
  if (existsSync(to)) assertNotInUse(to)
  mkdirSync(dirname(to), { recursive: true })
  const arriving = `${to}.arriving`
  copyFileSync(from, arriving)
  assertIntact(arriving)
  const kept = existsSync(to) ? setAside(to) : null
  // A log of the old file must never be applied to the new one.
  for (const suffix of ['-wal', '-shm']) rmSync(to + suffix, { force: true })
  renameSync(arriving, to)
  return kept
}

/** The whole old database with what is still in its log, under a name that is free. */
function setAside(path: string): string {
  let number = 1
  while (existsSync(`${path}.before-restore-${number}`)) number++
  const kept = `${path}.before-restore-${number}`
  copyVerified(path, kept)
  return kept
}

/** A running service would go on writing into the file we are about to replace. */
function assertNotInUse(path: string): void {
  const database = new Database(path)
  try {
    database.run('PRAGMA busy_timeout = 0')
    database.run('PRAGMA locking_mode = EXCLUSIVE')
    database.run('BEGIN EXCLUSIVE')
    database.run('COMMIT')
  } catch (cause) {
    throw new StoreError('The database is in use. Stop the service, then restore.', { cause })
  } finally {
    database.close()
  }
}
