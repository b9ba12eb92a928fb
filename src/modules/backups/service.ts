import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import type { BackupList } from './model'

/** As `backup` names them: the moment, with dashes where a file name bears no colons. */
const dated = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/

/** A folder that is not there yet holds no backups. */
export async function listBackups({ config }: Pick<Deps, 'config'>): Promise<BackupList> {
  if (!config.database.url.startsWith('file:')) return { supported: false, backups: [] }
  const folder = join(config.dataDir, 'backups')
  const names = await readdir(folder).catch(() => [])
  const backups = await Promise.all(
    names
      .filter((name) => dated.test(name))
      .toSorted()
      .toReversed()
      .map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size, at: momentOf(name) })),
  )
  return { supported: true, backups }
}

const momentOf = (name: string): string =>
  isoTime(Date.parse(name.replace(dated, (_, day, h, m, s, ms) => `${day}T${h}:${m}:${s}.${ms}Z`)))
