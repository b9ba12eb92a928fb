import { diskSpace, isNearlyFull } from '../../../../lib/disk'
import type { Finder } from '../insight'

export const disk: Finder = async ({ config }) => {
  const space = await diskSpace(config.dataDir)
  if (!isNearlyFull(space)) return []
  const megabytes = Math.round(space.freeBytes / 1024 / 1024)
  return [
    {
      severity: 'high',
      category: 'performance',
      title: 'The disk is nearly full',
      detail: `${megabytes} MB are left where the data is. Without room nothing can be booked.`,
      action: 'Move old backups elsewhere, or give the box a larger disk.',
    },
  ]
}
