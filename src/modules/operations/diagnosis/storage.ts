import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { localPath } from '../../../../db/client'
import { newestBackup, replicationOf } from '../../../backups'
import { pause } from '../../../lib/background'
import { day, hour } from '../../../lib/clock'
import { everythingIsDemo } from '../../../providers/demo'
import { consolePage, fault, type Box, type Check } from './check'

/** Every page waits for the database several times. */
const slowStoreMs = 1_000

export const database: Check = {
  health: 'database',
  alert: 'database',
  async look({ store }) {
    const { up, latencyMs } = await store.health()
    return {
      health: { status: up ? 'up' : 'down', latencyMs },
      findings: [
        up &&
          latencyMs > slowStoreMs && {
            severity: 'high',
            category: 'performance',
            title: 'The database is slow',
            detail: `It took ${Math.round(latencyMs)} ms to answer.`,
            action: 'Check what else uses the disk or the database server.',
          },
      ],
    }
  },
}

function isWritable(path: string): boolean {
  try {
    accessSync(nearestFolder(path), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const writable: Check<Box> = {
  doctor: 'disk',
  alert: 'data folder',
  look({ config: { dataDir } }) {
    // Photos and documents have a folder of their own, which may be on another disk.
    const folder = [dataDir, join(dataDir, 'files')].find((path) => !isWritable(path))
    if (folder !== undefined) {
      const action =
        'Make the user that runs the service its owner, or choose another data folder (DATA_DIR).'
      return { findings: [fault(`The service can't write to its data folder, ${folder}.`, action)] }
    }
    return {}
  },
}

export const disk: Check<Box> = {
  health: 'disk',
  insights: true,
  doctor: 'disk',
  alert: 'disk space',
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
          title: 'The disk is almost full',
          detail: `${freeMB} MB are left for your data. When it's full, customers can't book.`,
          action: 'Move old backups to another place, or get a larger disk for the server.',
          page: consolePage('health', { part: 'backups' }),
        },
      ],
      fine: `${(space.freeBytes / 1024 ** 3).toFixed(1)} GB free`,
    }
  },
}

/** We create private files, but the folder may have been created by someone else. */
export const privacy: Check<Box> = {
  doctor: 'privacy',
  look({ config: { dataDir, database: address } }) {
    if (process.platform === 'win32' || !existsSync(dataDir)) return {}
    const isOpenTo = (path: string, rights: number) =>
      existsSync(path) && (statSync(path).mode & rights) !== 0
    const file = address.url.startsWith('file:') ? localPath(address.url) : null
    // A readable file inside a private folder is still out of reach.
    const isReadable = isOpenTo(dataDir, 0o011) && file !== null && isOpenTo(file, 0o044)
    return {
      findings: [
        (isReadable || isOpenTo(dataDir, 0o022)) &&
          fault(
            `Other users of this server can read ${dataDir}.`,
            `Run \`chmod -R go= ${dataDir}\` as the user that runs the service.`,
          ),
      ],
      fine: 'only the user that runs the service can read the data',
    }
  },
}

export const backups: Check<Box> = {
  insights: true,
  doctor: 'backup',
  alert: 'backups',
  look({ config, clock }) {
    if (!config.database.url.startsWith('file:'))
      return { note: "Make sure the database server's own tools make backups." }
    const at = newestBackup(config.dataDir, clock.now())
    const age = at === null ? 0 : clock.now() - at
    const isProduction = config.env === 'production'
    const action =
      'Run `./truckroll backup` every night from cron or a systemd timer. See docs/operating.md for the steps.'
    const page = consolePage('health', { part: 'backups' })
    return {
      findings: [
        at === null && {
          severity: isProduction ? 'high' : 'low',
          category: 'config',
          title: "You don't have a backup",
          detail: isProduction
            ? 'If the disk fails, you lose everything.'
            : "That's fine for a demo. Before you run for real, set one up: if the disk fails, you lose everything.",
          action,
          page,
        },
        age > 2 * day && {
          severity: 'high',
          category: 'config',
          title: `Your latest backup is ${Math.floor(age / day)} days old`,
          detail: 'Nightly backups seem to have stopped.',
          action,
          page,
        },
      ],
      isNote: at === null && !isProduction && everythingIsDemo(config),
      fine: `the latest is ${(age / hour).toFixed(0)} hr old`,
    }
  },
}

/** The first write after a long pause looks like a stop until Litestream has copied it. */
const catchUpMs = 2_000

export const replication: Check<Box> = {
  insights: true,
  doctor: 'replication',
  alert: 'replication',
  async look({ config: { database: address } }) {
    const file = address.url.startsWith('file:') ? localPath(address.url) : null
    let state = file && replicationOf(file)
    if (file !== null && state === 'stopped') {
      await pause(catchUpMs)
      state = replicationOf(file)
    }
    if (state === null) return {}
    const page = consolePage('health', { part: 'backups' })
    return {
      findings: [
        state === 'stopped' && {
          severity: 'high',
          category: 'config',
          title: 'Litestream has stopped copying the database',
          detail: 'If the disk fails, you lose everything since its last copy.',
          action:
            'Run `systemctl restart litestream` and read `journalctl -u litestream`. If you no longer use Litestream, delete the folder whose name ends in -litestream beside the database.',
          page,
        },
        state === 'stuck' && {
          severity: 'high',
          category: 'config',
          title: "Litestream's copies aren't reaching their storage",
          detail: 'They have been piling up on this disk for more than an hour.',
          action:
            'Read `journalctl -u litestream`. Check the storage, its credentials and /etc/litestream.yml, then run `systemctl restart litestream`.',
          page,
        },
      ],
      fine: 'Litestream is keeping up',
    }
  },
}

/** The folder itself, or its closest parent that exists. */
function nearestFolder(folder: string): string {
  let place = resolve(folder)
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  return place
}

/** Free space on the disk that holds the folder, in bytes and as a share from 0 to 1. */
async function diskSpace(folder: string) {
  const { bsize, bavail, blocks } = await statfs(nearestFolder(folder))
  return { freeBytes: bavail * bsize, freeShare: blocks === 0 ? 1 : bavail / blocks }
}

const leastBytes = 512 * 1024 * 1024
const leastShare = 0.05

/** Too little for a backup next to the database or for a busy day. On a large disk, even a small share is plenty. */
export function isNearlyFull({ freeBytes, freeShare }: Awaited<ReturnType<typeof diskSpace>>): boolean {
  return freeBytes < leastBytes || (freeShare < leastShare && freeBytes < 10 * leastBytes)
}
