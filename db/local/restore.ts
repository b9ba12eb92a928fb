import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrationStatus } from '../migrate'
import { StoreError } from '../store'
import { assertIntact, backupHere, flushToDisk } from './backup'
import { localMigrationTarget } from './engine'
import { isInUse } from './file'

const logs = ['-wal', '-shm']

/**
 * Replaces a database with a backup. Refuses a backup that is damaged or not ours, and an existing database
 * unless told to overwrite it. Returns where the old one was kept, or null if there was none.
 */
export async function restoreBackup(from: string, to: string, overwrite: boolean): Promise<string | null> {
  assertIntact(from)
  await assertOurs(from)
  if (existsSync(to) && !overwrite)
    throw new StoreError(
      `${to} already exists. Stop the service and add --overwrite to replace it. The old one is kept.`,
    )
  if (existsSync(to)) assertNotInUse(to)
  mkdirSync(dirname(to), { recursive: true })
  const arriving = `${to}.arriving`
  try {
    copyFileSync(from, arriving)
    assertIntact(arriving)
    await flushToDisk(arriving)
    const kept = existsSync(to) ? await setAside(to) : null
    // The old file's log must never be applied to the new file.
    for (const suffix of logs) rmSync(to + suffix, { force: true })
    renameSync(arriving, to)
    await flushToDisk(dirname(to))
    return kept
  } finally {
    rmSync(arriving, { force: true })
  }
}

/** To SQLite, an empty file or another program's database is valid too. */
async function assertOurs(path: string): Promise<void> {
  const database = new Database(path, { readonly: true })
  try {
    const { applied } = await migrationStatus(localMigrationTarget(database, path, ''))
    if (applied.length === 0) throw new StoreError(`${path} isn't a Truckroll database`)
  } finally {
    database.close()
  }
}

/** Keeps the whole old database, including its log, under a free name. */
async function setAside(path: string): Promise<string> {
  let number = 1
  while (existsSync(`${path}.before-restore-${number}`)) number++
  const kept = `${path}.before-restore-${number}`
  try {
    await backupHere(path, kept)
  } catch {
    // A damaged database can't be copied page by page, so it is kept as it is, with its log.
    for (const suffix of ['', ...logs])
      if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix)
  }
  return kept
}

/** A running service would keep writing into the file that is about to be replaced. */
function assertNotInUse(path: string): void {
  const database = new Database(path)
  try {
    database.run('PRAGMA busy_timeout = 0')
    database.run('PRAGMA locking_mode = EXCLUSIVE')
    database.run('BEGIN EXCLUSIVE')
    database.run('COMMIT')
  } catch (cause) {
    // Any other failure is damage that the backup repairs.
    if (isInUse(cause))
      throw new StoreError(
        'The database is in use. Stop the service, and Litestream if you use it, then try again.',
        { cause },
      )
  } finally {
    database.close()
  }
}
