import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileStamp } from '../db/client'
import type { Deps } from './deps'

/** Dated by us; a backup somebody named by hand is never rotated away. */
const dated = /^\d{4}-\d{2}-\d{2}T[\d-]+Z\.db$/

export interface BackupMade {
  file: string
  bytes: number
  removed: number
}

/** A verified copy, made while serving. Dated ones are rotated: the newest `keep` stay. */
export async function makeBackup(
  deps: Deps,
  { file, keep }: { file?: string | undefined; keep: number },
): Promise<Record<string, unknown> & BackupMade> {
  const folder = join(deps.config.dataDir, 'backups')
  const target = resolve(file ?? join(folder, `${fileStamp(deps.clock.now())}.db`))
  const bytes = await deps.store.backup(target)
  return { file: target, bytes, removed: file === undefined ? rotate(folder, keep) : 0 }
}

function rotate(folder: string, keep: number): number {
  const old = readdirSync(folder)
    .filter((name) => dated.test(name))
    .toSorted()
    .toReversed()
    .slice(Math.max(1, keep))
  for (const name of old) rmSync(join(folder, name), { force: true })
  return old.length
}

/** When the newest dated backup was made; null when there is none. */
export function newestBackup(dataDir: string): number | null {
  try {
    const newest = readdirSync(join(dataDir, 'backups'))
      .filter((name) => dated.test(name))
      .toSorted()
      .at(-1)
    return newest === undefined ? null : stampOf(newest)
  } catch {
    return null
  }
}

function stampOf(name: string): number {
  const [date, time = ''] = name.replace(/Z\.db$/, '').split('T')
  const [hours, minutes, seconds, ms] = time.split('-')
  return Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`)
}
