import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hour } from '../../../lib/clock'

const draftEnding = '.draft'

/** Where a gazetteer is written until it is whole: a name of its own for each build. */
export const draftOf = (path: string): string => `${path}.${crypto.randomUUID()}${draftEnding}`

/** A process that was killed while it was building left its draft behind. */
export function sweepDrafts(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const file = join(dirname(path), name)
    // Ages are by the file system's own time.
    const isDraft = name.startsWith(basename(path)) && name.endsWith(draftEnding)
    if (isDraft && Date.now() - statSync(file).mtimeMs > hour) rmSync(file, { force: true })
  }
}
