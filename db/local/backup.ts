import { Database } from 'bun:sqlite'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreError, type Keeping } from '../store'
import { isDamage, isInUse, troubleWith } from './file'

export interface CopyOrder {
  from: string
  to: string
}

interface Means {
  copy: (order: CopyOrder) => Promise<void>
  flush: (path: string) => Promise<void>
}

type Answer = { done: true } | { failure: string }

/** Copying blocks its thread, so it runs in a worker with its own connection. */
export function backupInWorker(
  from: string,
  to: string,
  keeping: Keeping = 'lasting',
  flush = flushToDisk,
): Promise<number> {
  return backUp({ from, to }, keeping, { copy: copyInWorker, flush })
}

/** Makes a lasting copy without a worker, for threads that have nothing else to do. */
export const backupHere = (from: string, to: string): Promise<number> =>
  backUp({ from, to }, 'lasting', { copy: async (order) => copyChecked(order), flush: flushToDisk })

/** Returns the size of the copy in bytes. An existing file isn't replaced. */
async function backUp({ from, to }: CopyOrder, keeping: Keeping, means: Means): Promise<number> {
  if (!existsSync(from)) throw new StoreError(`There's no database at ${from}`)
  if (existsSync(to)) throw new StoreError(`${to} already exists. Choose another name.`)
  try {
    await mkdir(dirname(to), { recursive: true })
    await nameOnceComplete({ from, to }, keeping === 'lasting', means)
    return (await stat(to)).size
  } catch (error) {
    const trouble = troubleWith(from, error)
    if (trouble instanceof StoreError) throw trouble
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreError(`The backup failed: ${reason}`, { cause: error })
  }
}

/** A copy gets its name when it's complete, checked and, if it has to last, on the disk. */
async function nameOnceComplete({ from, to }: CopyOrder, isLasting: boolean, { copy, flush }: Means) {
  const unfinished = `${to}.${process.pid}.part`
  try {
    const copying = copy({ from, to: unfinished })
    await (isLasting ? flushMeanwhile(unfinished, copying, flush) : copying)
    if (isLasting) await flush(unfinished)
    await rename(unfinished, to)
    if (isLasting) await flush(dirname(to))
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true })
  }
}

const flushEveryMs = 10

/**
 * Flushes a file a little at a time while it's being written. All of it at once would hold up the commits of a
 * service on the same disk. A failed flush counts, because the system reports lost data only once.
 */
export async function flushMeanwhile(
  path: string,
  writing: Promise<void>,
  flush: Means['flush'],
): Promise<void> {
  let isGrowing = true
  const written = writing.finally(() => {
    isGrowing = false
  })
  const flushing = (async () => {
    for (let flushed = 0; isGrowing; await Bun.sleep(flushEveryMs)) {
      const size = Bun.file(path).size
      if (size > flushed) await flush(path)
      flushed = size
    }
  })()
  for (const result of await Promise.allSettled([written, flushing]))
    if (result.status === 'rejected') throw result.reason
}

export async function flushToDisk(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

function copyInWorker(order: CopyOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url).href)
    worker.addEventListener('message', (event: MessageEvent<Answer>) => {
      worker.terminate()
      if ('failure' in event.data) reject(new StoreError(event.data.failure))
      else resolve()
    })
    worker.addEventListener('error', (event) => {
      worker.terminate()
      reject(new StoreError(`The backup failed: ${event.message}`))
    })
    worker.postMessage(order)
  })
}

/** Copies a database that may be in use. SQLite makes a snapshot, which is then checked. */
export function copyChecked({ from, to }: CopyOrder): void {
  const source = openToCopy(from)
  try {
    source.run('VACUUM INTO ?', [to])
  } catch (error) {
    // The database was readable. Unless it's damaged or in use, the place for the copy is at fault.
    throw troubleWith(isDamage(error) || isInUse(error) ? from : to, error)
  } finally {
    source.close()
  }
  assertIntact(to)
}

function openToCopy(path: string): Database {
  let source: Database | null = null
  try {
    source = new Database(path, { readonly: true })
    source.run('PRAGMA busy_timeout = 5000')
    // SQLite would flush the copy all at once. One that has to last is flushed in small steps instead.
    source.run('PRAGMA synchronous = OFF')
    source.query('SELECT count(*) FROM sqlite_schema').get()
    return source
  } catch (error) {
    source?.close()
    throw troubleWith(path, error)
  }
}

/** Throws unless SQLite finds every page and every reference intact. */
export function assertIntact(path: string): void {
  let copy: Database | null = null
  try {
    copy = new Database(path, { readonly: true })
    const verdict = copy.query('PRAGMA integrity_check').get() as { integrity_check: string } | null
    if (verdict?.integrity_check !== 'ok')
      throw new StoreError(`${path} is damaged: ${verdict?.integrity_check ?? 'unreadable'}`)
    const strays = copy.query('PRAGMA foreign_key_check').all()
    if (strays.length > 0) throw new StoreError(`${path} has ${strays.length} rows with broken references`)
  } catch (error) {
    if (error instanceof StoreError) throw error
    if (isDamage(error)) throw new StoreError(`${path} isn't a readable database`, { cause: error })
    throw troubleWith(path, error)
  } finally {
    copy?.close()
  }
}
