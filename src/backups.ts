import { readdirSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileStamp } from '../db/client'
import type { Deps } from './deps'
import { isoTime } from './lib/clock'

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
