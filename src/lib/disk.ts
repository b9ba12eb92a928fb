import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export interface DiskSpace {
  freeBytes: number
  /** 0 to 1. */
  freeShare: number
}

/** What is left for us where a folder lies, or will lie once it is made. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  let place = resolve(folder)
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  const { bsize, bavail, blocks } = await statfs(place)
  return { freeBytes: bavail * bsize, freeShare: blocks === 0 ? 1 : bavail / blocks }
}

const leastBytes = 512 * 1024 * 1024
const leastShare = 0.05

/** Too little for a backup beside the database, or for a busy day. A large disk may be nearly full in percent. */
export function isNearlyFull({ freeBytes, freeShare }: DiskSpace): boolean {
  return freeBytes < leastBytes || (freeShare < leastShare && freeBytes < 10 * leastBytes)
}
