import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileStamp } from '../db/client'
import type { Deps } from './deps'
import { hour, isoTime, minute } from './lib/clock'

const dated = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/

/**
 * When a backup was made, read from its file name. Null for files that people named themselves, which are
 * never deleted automatically.
 */
export function stampOf(name: string): number | null {
  const [, date, hours, minutes, seconds, ms] = dated.exec(name) ?? []
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`)
  return Number.isNaN(at) ? null : at
}

export interface BackupMade {
  file: string
  bytes: number
  removed: number
}

/** Makes a verified copy while the service runs. Of dated backups, only the newest `keep` are kept. */
export async function makeBackup(
  deps: Deps,
  { file, keep }: { file?: string | undefined; keep: number },
): Promise<Record<string, unknown> & BackupMade> {
  const folder = join(deps.config.dataDir, 'backups')
  const now = deps.clock.now()
  const target = resolve(file ?? join(folder, `${fileStamp(now)}.db`))
  const bytes = await deps.store.backup(target)
  return { file: target, bytes, removed: file === undefined ? rotate(folder, keep, now) : 0 }
}

/** Backups dated in the future were made while the clock was wrong, so they are deleted first. */
function rotate(folder: string, keep: number, now: number): number {
  const age = (stamp: number) => (stamp > now ? Infinity : now - stamp)
  const old = readdirSync(folder)
    .flatMap((name) => {
      const stamp = stampOf(name)
      return stamp === null ? [] : [{ name, age: age(stamp) }]
    })
    .toSorted((one, other) => (one.age < other.age ? -1 : 1))
    .slice(Math.max(1, keep))
  for (const { name } of old) rmSync(join(folder, name), { force: true })
  return old.length
}

/** When the newest dated backup was made, or null. Backups dated in the future don't count. */
export function newestBackup(dataDir: string, now: number): number | null {
  try {
    const stamps = readdirSync(join(dataDir, 'backups'))
      .map(stampOf)
      .filter((stamp) => stamp !== null && stamp <= now)
    return stamps.length === 0 ? null : Math.max(...stamps.map(Number))
  } catch {
    return null
  }
}

/** The dated backups, newest first. There are none if the folder doesn't exist yet. */
export async function listBackups({ config }: Pick<Deps, 'config'>) {
  if (!config.database.url.startsWith('file:')) return { supported: false, backups: [] }
  const folder = join(config.dataDir, 'backups')
  const names = await readdir(folder).catch(() => [])
  const found = names
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const stamp = stampOf(name)
      return stamp === null ? [] : [{ name, at: isoTime(stamp) }]
    })
  const backups = await Promise.all(
    found.map(async ({ name, at }) => ({ name, bytes: (await stat(join(folder, name))).size, at })),
  )
  return { supported: true, backups }
}

/** Litestream copies a write within a second, and uploads and deletes its local files within minutes. */
const longestLag = 15 * minute
const longestWait = hour

/**
 * Whether Litestream keeps up with a database, judged by the files it keeps beside it. Null if it was never
 * set up here.
 */
export function replicationOf(database: string): 'current' | 'stopped' | 'stuck' | null {
  const folder = join(dirname(database), `.${basename(database)}-litestream`)
  if (!existsSync(folder)) return null
  const level = join(folder, 'ltx', '0')
  const names = existsSync(level) ? readdirSync(level) : []
  // A file may be deleted while we look.
  const copied = names
    .flatMap((name) => changedAt(join(level, name)) ?? [])
    .toSorted((one, other) => one - other)
  const newest = copied.at(-1) ?? changedAt(folder) ?? 0
  if (lastWrite(database) - newest > longestLag) return 'stopped'
  // Local files are deleted once they are stored elsewhere, except the newest one.
  return newest - (copied[0] ?? newest) > longestWait ? 'stuck' : 'current'
}

const changedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/** While Litestream runs, everything is written to the log first. */
function lastWrite(database: string): number {
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false })
  return log && log.size > 0 ? log.mtimeMs : (changedAt(database) ?? 0)
}
