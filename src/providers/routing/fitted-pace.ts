import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createPace, usualPace, type Pace, type Stretch } from './pace'

const pathIn = (dataDir: string): string => join(dataDir, 'pace.json')

/** The last stretch has no end, which JSON has no number for. */
const Stored = z.object({
  stretches: z
    .array(z.object({ until: z.number().positive().nullable(), metresPerMinute: z.number().positive() }))
    .min(1),
})

/** Keeps what a map taught about its region: it serves estimates when the map is gone. */
export function keepPace(dataDir: string, stretches: readonly Stretch[]): void {
  const stored: z.infer<typeof Stored> = {
    stretches: stretches.map(({ until, metresPerMinute }) => ({
      until: Number.isFinite(until) ? until : null,
      metresPerMinute,
    })),
  }
  const partial = `${pathIn(dataDir)}.part`
  writeFileSync(partial, `${JSON.stringify(stored)}\n`)
  renameSync(partial, pathIn(dataDir))
}

/** The pace fitted to the region, or the usual one where no map was ever imported. */
export function paceOf(dataDir: string): Pace {
  const path = pathIn(dataDir)
  if (!existsSync(path)) return usualPace
  const stored = Stored.safeParse(parse(readFileSync(path, 'utf8'))).data
  if (stored === undefined) return usualPace
  return createPace(
    stored.stretches.map(({ until, ...stretch }) => ({ until: until ?? Infinity, ...stretch })),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
