import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

export interface Mount {
  device: string
  point: string
  filesystem: string
}

const MEMORY_FILESYSTEMS = new Set(['tmpfs', 'ramfs'])

/** A temporary folder on a disk: if the usual one is in memory, a commit would cost nothing. */
export function makeDataFolder(prefix: string): string {
  const usual = tmpdir()
  const inMemory = MEMORY_FILESYSTEMS.has(mountOfFolder(usual)?.filesystem ?? '')
  const base = inMemory && existsSync('/var/tmp') ? '/var/tmp' : usual
  return mkdtempSync(join(base, prefix))
}

/** For example `ext4 on vda, virtual disk`. */
export function describeDisk(folder: string): string {
  const mount = mountOfFolder(folder)
  if (!mount) return 'unknown'
  if (MEMORY_FILESYSTEMS.has(mount.filesystem))
    return `${mount.filesystem} (memory: commits cost nothing here)`
  if (!mount.device.startsWith('/dev/')) return mount.filesystem
  const name = basename(existsSync(mount.device) ? realpathSync(mount.device) : mount.device)
  return `${mount.filesystem} on ${name}, ${diskKind(name, readRotational(name))}`
}

/** The time the disk takes to confirm a page, in microseconds, which every commit waits for. */
export function measureFlush(folder: string, rounds = 200): number {
  const path = join(folder, 'flush')
  const file = openSync(path, 'w')
  try {
    const page = new Uint8Array(4_096)
    const times = Array.from({ length: rounds }, (_, at) => {
      writeSync(file, page, 0, page.length, at * page.length)
      const started = performance.now()
      fdatasyncSync(file)
      return performance.now() - started
    })
    return Math.round(times.toSorted((a, b) => a - b)[rounds >> 1]! * 1_000)
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

export function findMount(mounts: string, folder: string): Mount | null {
  let found: Mount | null = null
  for (const line of mounts.split('\n')) {
    const [device, escaped, filesystem] = line.split(' ')
    if (!device || !escaped || !filesystem) continue
    const point = escaped.replaceAll('\\040', ' ')
    const holds = folder === point || folder.startsWith(point.endsWith('/') ? point : `${point}/`)
    // A later line hides an earlier one at the same mount point.
    if (holds && (!found || point.length >= found.point.length)) found = { device, point, filesystem }
  }
  return found
}

/** A virtual disk claims to rotate whatever is beneath it, so its name is checked first. */
export function diskKind(name: string, rotational: string | null): string {
  if (name.startsWith('nvme')) return 'NVMe'
  if (/^(vd|xvd)/.test(name)) return 'virtual disk'
  if (rotational === '0') return 'SSD'
  if (rotational === '1') return 'hard disk'
  return 'kind unknown'
}

function mountOfFolder(folder: string): Mount | null {
  if (!existsSync('/proc/mounts')) return null
  return findMount(readFileSync('/proc/mounts', 'utf8'), realpathSync(folder))
}

function readRotational(name: string): string | null {
  const entry = `/sys/class/block/${name}`
  if (!existsSync(entry)) return null
  const real = realpathSync(entry)
  // A partition has no queue of its own, but its disk has.
  for (const folder of [real, dirname(real)]) {
    const file = join(folder, 'queue/rotational')
    if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  }
  return null
}
