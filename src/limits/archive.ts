import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { WindowArchive } from './memory'

/**
 * Stores the windows of a single machine in a separate file that isn't flushed to disk: losing the last
 * moments is harmless, and no request should wait for it.
 */
export function openWindowArchive(path: string): WindowArchive {
  mkdirSync(dirname(path), { recursive: true })
  const connection = new Database(path, { create: true })
  connection.run('PRAGMA journal_mode = WAL')
  connection.run('PRAGMA synchronous = OFF')
  connection.run('PRAGMA busy_timeout = 2000')
  connection.run(
    'CREATE TABLE IF NOT EXISTS rate_windows (key TEXT PRIMARY KEY, last INTEGER NOT NULL, hits TEXT NOT NULL) WITHOUT ROWID',
  )
  const put = connection.prepare(
    'INSERT INTO rate_windows VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE SET last = ?2, hits = ?3',
  )
  const remove = connection.prepare('DELETE FROM rate_windows WHERE key = ?')

  const saveAll = connection.transaction(
    (changed: Iterable<[key: string, hits: readonly number[]]>, gone: Iterable<string>) => {
      // Remove first, because a window may have ended and started again since the last write.
      for (const key of gone) remove.run(key)
      for (const [key, hits] of changed) put.run(key, hits.at(-1) ?? 0, hits.join())
    },
  )

  return {
    *load(since) {
      connection.run('DELETE FROM rate_windows WHERE last <= ?', [since])
      const rows = connection.query('SELECT key, hits FROM rate_windows ORDER BY last').all()
      for (const row of rows as { key: string; hits: string }[])
        yield [row.key, row.hits.split(',').map(Number)]
    },
    save: (changed, gone) => saveAll(changed, gone),
    close: () => connection.close(),
  }
}
