import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The service and the commands in a few files instead of 1,300. `bun install` makes it, and a start uses it if it's up to date. */
export interface Bundle {
  bun: string
  /** The bundle contains full paths, so it works only in the folder it was made in. */
  root: string
  /** The folder with the bundle, and its paths, like all others, start at `root`. */
  folder: string
  /** Every source, every package file and every file of the bundle itself. */
  files: [path: string, hash: string, changedAt: number][]
}

const root = join(import.meta.dir, '..')

/** Names the bundle in use. It's replaced last, when all other files are complete. */
export const manifestIn = (folder: string): string => join(folder, 'dist/bundle.json')

/** When a file was last changed in any way. Unlike the time of its content, nobody can set it. */
export const changedAt = (path: string): number => statSync(path).ctimeMs

export const hashOf = (path: string): string => Bun.hash(readFileSync(path)).toString(36)

/** The bundle of exactly these sources, or null if there is none: then the sources run, which takes longer. */
export function findBundle(folder = root): Bundle | null {
  try {
    const bundle = JSON.parse(readFileSync(manifestIn(folder), 'utf8')) as Bundle
    if (bundle.bun !== Bun.version || bundle.root !== folder) return null
    // Most files are as they were, and reading all of them would take a twentieth of the start.
    const isCurrent = bundle.files.every(([path, hash, at]) => {
      const full = join(folder, path)
      return changedAt(full) === at || hashOf(full) === hash
    })
    return isCurrent ? bundle : null
  } catch {
    // There is no bundle, or one of its files is gone.
    return null
  }
}

/** The full path of a bundled entry point, such as `serve` or `cli/program`. */
export function bundledEntry(name: string): string | null {
  const bundle = findBundle()
  return bundle && join(bundle.root, bundle.folder, `${name}.js`)
}
