import { Database } from 'bun:sqlite'
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

const MAGIC = 'SQLite format 3\0'

/** The number of jobs in the data folder, in whichever of its files has a jobs table. */
export function countJobs(folder: string): number {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!isDatabase(file)) continue
    const count = countIn(file)
    if (count !== null) return count
  }
  throw new Error('no database with a jobs table in the data folder')
}

/** Opened for writing, because after a kill SQLite first recovers the log. */
function countIn(file: string): number | null {
  const db = new Database(file, { readwrite: true })
  try {
    const table = db.query("select 1 from sqlite_master where type = 'table' and name = 'jobs'").get()
    if (!table) return null
    return db.query<{ count: number }, []>('select count(*) as count from jobs').get()?.count ?? 0
  } finally {
    db.close()
  }
}

function isDatabase(file: string): boolean {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return false
  }
  try {
    const head = Buffer.alloc(MAGIC.length)
    return readSync(handle, head, 0, head.length, 0) === head.length && head.toString('latin1') === MAGIC
  } catch {
    // A folder opens but can't be read.
    return false
  } finally {
    closeSync(handle)
  }
}
