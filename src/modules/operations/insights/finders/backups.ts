import { newestBackup } from '../../../../backups'
import type { Config } from '../../../../config'
import { day, type Clock } from '../../../../lib/clock'
import type { Finder } from '../insight'

const oldest = 2 * day

export type BackupState = { kind: 'fresh' | 'old'; at: number } | { kind: 'none' } | { kind: 'elsewhere' }

/** A server is backed up by its own tools, of which we know nothing. */
export function backupState({ config, clock }: { config: Config; clock: Clock }): BackupState {
  if (!config.database.url.startsWith('file:')) return { kind: 'elsewhere' }
  const at = newestBackup(config.dataDir, clock.now())
  if (at === null) return { kind: 'none' }
  return { kind: clock.now() - at > oldest ? 'old' : 'fresh', at }
}

export const backups: Finder = ({ config, clock }) => {
  const state = backupState({ config, clock })
  const action = 'Run `backup` every night, from cron or a systemd timer: see docs/operating.md.'
  const category = 'config' as const
  if (state.kind === 'none')
    return [
      {
        severity: config.env === 'production' ? 'high' : 'low',
        category,
        title: 'There is no backup',
        detail: 'If the disk goes, everything goes.',
        action,
      },
    ]
  if (state.kind !== 'old') return []
  const days = Math.floor((clock.now() - state.at) / day)
  return [
    {
      severity: 'high',
      category,
      title: `The newest backup is ${days} days old`,
      detail: 'Backups have stopped.',
      action,
    },
  ]
}
