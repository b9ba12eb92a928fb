import { diskSpace, isNearlyFull } from '../../../../lib/disk'
import type { Check } from '../check'

export const disk: Check = async ({ config }) => {
  const space = await diskSpace(config.dataDir)
  return {
    status: isNearlyFull(space) ? 'degraded' : 'up',
    freeMB: Math.round(space.freeBytes / 1024 / 1024),
    freePercent: Math.round(space.freeShare * 1000) / 10,
  }
}
