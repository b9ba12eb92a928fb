import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { localPath } from '../../../../db/client'
import { newestBackup } from '../../../backups'
import { day, hour } from '../../../lib/clock'
import { everythingIsDemo } from '../../../providers/demo'
import { fault, type Box, type Check } from './check'

export const database: Check = {
  health: 'database',
  async look({ store }) {
    const { up, latencyMs } = await store.health()
    return { health: { status: up ? 'up' : 'down', latencyMs } }
  },
}

export const writable: Check<Box> = {
  doctor: 'disk',
  look({ config: { dataDir } }) {
    try {
      accessSync(nearestFolder(dataDir), constants.W_OK | constants.X_OK)
      return {}
    } catch {
      const action = 'Give it to the user the service runs as, or set DATA_DIR to another folder.'
      return { findings: [fault(`DATA_DIR ${dataDir} cannot be written to.`, action)] }
    }
  },
}

export const disk: Check<Box> = {
  health: 'disk',
  insights: true,
  doctor: 'disk',
  async look({ config }) {
    const space = await diskSpace(config.dataDir)
    const isFull = isNearlyFull(space)
    const freeMB = Math.round(space.freeBytes / 1024 ** 2)
    return {
      health: {
        status: isFull ? 'degraded' : 'up',
        freeMB,
        freePercent: Math.round(space.freeShare * 1000) / 10,
      },
      findings: [
        isFull && {
          severity: 'high',
          category: 'performance',
          title: 'The disk is nearly full',
          detail: `${freeMB} MB are left where the data is. Without room nothing can be booked.`,
          action: 'Move old backups elsewhere, or give the box a larger disk.',
        },
      ],
      fine: `${(space.freeBytes / 1024 ** 3).toFixed(1)} GB free`,
    }
  },
}

/** Files are made private, but others may have made the folder. */
export const privacy: Check<Box> = {
  doctor: 'privacy',
  look({ config: { dataDir, database: address } }) {
    if (process.platform === 'win32' || !existsSync(dataDir)) return {}
    const isOpenTo = (path: string, rights: number) =>
      existsSync(path) && (statSync(path).mode & rights) !== 0
    const file = address.url.startsWith('file:') ? localPath(address.url) : null
    // Nobody reaches a file in a folder that is closed to them.
    const isReadable = isOpenTo(dataDir, 0o011) && file !== null && isOpenTo(file, 0o044)
    return {
      findings: [
        (isReadable || isOpenTo(dataDir, 0o022)) &&
          fault(
            `Other users of this box may look into ${dataDir}.`,
            `Run \`chmod -R go= ${dataDir}\` as the user of the service.`,
          ),
      ],
      fine: 'the data is for the user of the service alone',
    }
  },
}

export const backups: Check<Box> = {
  insights: true,
  doctor: 'backup',
  look({ config, clock }) {
    if (!config.database.url.startsWith('file:'))
      return { note: 'A database server is backed up with its own tools; see that it is.' }
    const at = newestBackup(config.dataDir, clock.now())
    const age = at === null ? 0 : clock.now() - at
    const isProduction = config.env === 'production'
    const action = 'Run `backup` every night, from cron or a systemd timer: see docs/operating.md.'
    return {
      findings: [
        at === null && {
          severity: isProduction ? 'high' : 'low',
          category: 'config',
          title: 'There is no backup',
          detail: 'If the disk fails, you lose everything.',
          action,
        },
        age > 2 * day && {
          severity: 'high',
          category: 'config',
          title: `The newest backup is ${Math.floor(age / day)} days old`,
          detail: 'Backups have stopped.',
          action,
        },
      ],
      isNote: at === null && !isProduction && everythingIsDemo(config),
      fine: `the newest is ${(age / hour).toFixed(0)} h old`,
    }
  },
}

/** The folder itself, or the closest one above it that exists. */
function nearestFolder(folder: string): string {
  let place = resolve(folder)
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  return place
}

/** Free space, and its share from 0 to 1, on the disk that holds a folder or will hold it once it is made. */
async function diskSpace(folder: string) {
  const { bsize, bavail, blocks } = await statfs(nearestFolder(folder))
  return { freeBytes: bavail * bsize, freeShare: blocks === 0 ? 1 : bavail / blocks }
}

const leastBytes = 512 * 1024 * 1024
const leastShare = 0.05

/** Too little for a backup beside the database, or for a busy day. On a large disk a small share is plenty. */
export function isNearlyFull({ freeBytes, freeShare }: Awaited<ReturnType<typeof diskSpace>>): boolean {
  return freeBytes < leastBytes || (freeShare < leastShare && freeBytes < 10 * leastBytes)
}
