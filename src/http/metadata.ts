import { z } from 'zod'

const maxBytes = 16 * 1024
const maxLevels = 8

/** Free key-value pairs of a caller: bounded, since nobody can say what is in them. */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine((pairs) => levelsWithin(pairs, maxLevels), `must be at most ${maxLevels} levels deep`)
  .refine(
    (pairs) => Buffer.byteLength(JSON.stringify(pairs)) <= maxBytes,
    `must be at most ${maxBytes / 1024} KB`,
  )

function levelsWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => levelsWithin(inner, levels - 1))
}
