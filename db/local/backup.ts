import { Database } from 'bun:sqlite'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StoreError, type Keeping } from '../store'
import { isDamage, troubleWith } from './file'

export interface CopyOrder {
  from: string
  to: string
  keeping: Keeping
}

type Answer = { bytes: number } | { failure: string }

/** Copying blocks its thread, so it runs in a worker with its own connection. */
export async function backupInWorker(
  from: string,
  to: string,
  keeping: Keeping = 'lasting',
): Promise<number> {
  const pace = keeping === 'lasting' ? flushWhileGrowing(unfinishedName(to)) : null
  try {
    return await inWorker({ from, to, keeping })
  } finally {
    await pace?.stop()
  }
}

function inWorker(order: CopyOrder): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-worker.ts', import.meta.url).href)
    worker.addEventListener('message', (event: MessageEvent<Answer>) => {
      worker.terminate()
      if ('bytes' in event.data) resolve(event.data.bytes)
      else reject(new StoreError(event.data.failure))
    })
    worker.addEventListener('error', (event) => {
      worker.terminate()
      reject(new StoreError(`The backup failed: ${event.message}`))
    })
    worker.postMessage(order)
  })
}

const flushEveryMs = 10

/**
 * Flushes what somebody else adds to a file, a little at a time. All of it at once would hold up the commits of a
 * service on the same disk.
 */
function flushWhileGrowing(path: string): { stop: () => Promise<void> } {
  let isGrowing = true
  const flushing = (async () => {
    let flushed = 0
    while (isGrowing) {
      await Bun.sleep(flushEveryMs)
      const size = Bun.file(path).size
      // A flush that fails here fails again, and is reported, when the whole file is flushed.
      if (size > flushed) await flushData(path).catch(() => {})
      flushed = size
    }
  })()
  return {
    stop() {
      isGrowing = false
      return flushing
    },
  }
}

async function flushData(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

const unfinishedName = (to: string) => `${to}.${process.pid}.part`

/**
 * Copies a database that may be in use. SQLite makes a snapshot, which is checked before it gets its final
 * name. An existing backup isn't replaced.
 */
export function copyVerified({ from, to, keeping }: CopyOrder): number {
  if (!existsSync(from)) throw new StoreError(`There's no database at ${from}`)
  if (existsSync(to)) throw new StoreError(`${to} already exists. Choose another name.`)
  mkdirSync(dirname(to), { recursive: true })
  const unfinished = unfinishedName(to)
  try {
    const source = new Database(from, { readonly: true })
    try {
      source.run('PRAGMA busy_timeout = 5000')
      // The copy is flushed below. Otherwise SQLite would flush all of it as one.
      source.run('PRAGMA synchronous = OFF')
      source.run('VACUUM INTO ?', [unfinished])
    } finally {
      source.close()
    }
    assertIntact(unfinished)
    if (keeping === 'lasting') flush(unfinished)
    renameSync(unfinished, to)
    if (keeping === 'lasting') flush(dirname(to))
    return statSync(to).size
  } catch (error) {
    throw troubleWith(from, error)
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true })
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

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
