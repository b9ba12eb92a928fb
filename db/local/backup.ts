import { Database } from 'bun:sqlite'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreError } from '../store'
import { isDamage, troubleWith } from './file'

type Answer = { bytes: number } | { failure: string }

/** Copying blocks its thread, so it runs in a worker with its own connection. */
export function backupInWorker(from: string, to: string): Promise<number> {
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
    worker.postMessage({ from, to })
  })
}

/**
 * Copies a database that may be in use. SQLite makes a snapshot, which is checked before it gets its final
 * name. An existing backup isn't replaced.
 */
export function copyVerified(from: string, to: string): number {
  if (!existsSync(from)) throw new StoreError(`There's no database at ${from}`)
  if (existsSync(to)) throw new StoreError(`${to} already exists. Choose another name.`)
  mkdirSync(dirname(to), { recursive: true })
  const unfinished = `${to}.${process.pid}.part`
  try {
    const source = new Database(from, { readonly: true })
    try {
      source.run('PRAGMA busy_timeout = 5000')
      source.run('VACUUM INTO ?', [unfinished])
    } finally {
      source.close()
    }
    assertIntact(unfinished)
    flush(unfinished)
    renameSync(unfinished, to)
    flush(dirname(to))
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
