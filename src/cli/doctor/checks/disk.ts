import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { diskSpace, isNearlyFull } from '../../../lib/disk'
import { fault, fine, type ConfigCheck } from '../finding'

export const disk: ConfigCheck = async ({ dataDir }) => {
  const place = existingPart(resolve(dataDir))
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
  } catch {
    return [
      fault(
        'disk',
        `DATA_DIR ${dataDir} cannot be written to.`,
        'Give it to the user the service runs as, or set DATA_DIR to another folder.',
      ),
    ]
  }
  const space = await diskSpace(place)
  const free = `${(space.freeBytes / 1024 ** 3).toFixed(1)} GB free`
  if (isNearlyFull(space))
    return [
      fault('disk', `nearly full: ${free}`, 'Move old backups elsewhere, or give the box a larger disk.'),
    ]
  return [fine('disk', free)]
}

function existingPart(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingPart(dirname(path))
}
