import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stampOf } from '../../backups'
import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import type { BackupList } from './model'

/** A folder that is not there yet holds no backups. */
export async function listBackups({ config }: Pick<Deps, 'config'>): Promise<BackupList> {
  if (!config.database.url.startsWith('file:')) return { supported: false, backups: [] }
  const folder = join(config.dataDir, 'backups')
  const names = await readdir(folder).catch(() => [])
  const dated = names
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const stamp = stampOf(name)
      return stamp === null ? [] : [{ name, at: isoTime(stamp) }]
    })
  const backups = await Promise.all(
    dated.map(async ({ name, at }) => ({ name, bytes: (await stat(join(folder, name))).size, at })),
  )
  return { supported: true, backups }
}
