import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of bun.lock: the package's path, its name and version, and its dependencies. */
export interface Package {
  /** Its path in node_modules, such as `tsx/esbuild` for the esbuild that only tsx gets. */
  place: string
  name: string
  version: string
  /** Empty for the configured registry; another registry is named here. */
  source: string
  integrity: string
  needs: { name: string; optional: boolean }[]
  /** Packages that it expects beside it. Bun doesn't install them for it (`bunfig.toml`). */
  peers: string[]
}

export interface Lock {
  packages: Package[]
  /** The packages in package.json, by group. */
  direct: Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
  trusted: string[] | null
}

type Ranges = Record<string, string>
interface Asks {
  dependencies?: Ranges
  optionalDependencies?: Ranges
  peerDependencies?: Ranges
  optionalPeers?: string[]
}
interface LockFile {
  workspaces: Record<string, Partial<Lock['direct']>>
  trustedDependencies?: string[]
  packages: Record<string, (string | Asks)[]>
}

export function readLock(root: string): Lock {
  const file = Bun.JSONC.parse(readFileSync(join(root, 'bun.lock'), 'utf8')) as LockFile
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = file.workspaces[''] ?? {}
  return {
    packages: Object.entries(file.packages).map(([place, line]) => packageOf(place, line)),
    direct: { dependencies, devDependencies, optionalDependencies },
    trusted: file.trustedDependencies ?? null,
  }
}

function packageOf(place: string, line: (string | Asks)[]): Package {
  const texts = line.filter((part) => typeof part === 'string')
  const asks = line.find((part) => typeof part === 'object') ?? {}
  const [resolved = ''] = texts
  const at = resolved.indexOf('@', 1)
  // Optional peers are used where they happen to be, and bring nothing along.
  const peers = Object.keys(asks.peerDependencies ?? {}).filter((name) => !asks.optionalPeers?.includes(name))
  return {
    place,
    name: resolved.slice(0, at),
    version: resolved.slice(at + 1),
    // A package from the registry has four parts; those from Git, a folder or a web address have others.
    source: line.length === 4 ? (texts[1] ?? '') : 'not a registry',
    integrity: line.length === 4 ? (texts[2] ?? '') : '',
    needs: [
      ...Object.keys(asks.dependencies ?? {}).map((name) => ({ name, optional: false })),
      ...Object.keys(asks.optionalDependencies ?? {}).map((name) => ({ name, optional: true })),
      ...peers.map((name) => ({ name, optional: false })),
    ],
    peers,
  }
}

/** The package a dependency resolves to, found as Bun does: nearest folder first. */
export function resolve(lock: Map<string, Package>, from: string, name: string): Package | undefined {
  const folders = from === '' ? [] : (from.match(/@[^/]{1,214}\/[^/]{1,214}|[^/@][^/]*/g) ?? [])
  for (let depth = folders.length; depth >= 0; depth--) {
    const found = lock.get([...folders.slice(0, depth), name].join('/'))
    if (found) return found
  }
  return undefined
}

export interface Installed {
  version: string
  /** An SPDX expression, or null when the package names none. */
  license: string | null
}

/** The package installed at that path; null when only another platform would have it. */
export function installedAt(root: string, place: string): Installed | null {
  const folders = place.match(/@[^/]{1,214}\/[^/]{1,214}|[^/@][^/]*/g) ?? []
  const path = join(root, ...folders.flatMap((folder) => ['node_modules', folder]), 'package.json')
  if (!existsSync(path)) return null
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
    name: string
    version: string
    license?: string | { type?: string }
    licenses?: { type?: string }[]
  }
  const named = typeof manifest.license === 'object' ? manifest.license.type : manifest.license
  const listed = manifest.licenses?.flatMap(({ type }) => type ?? []).join(' OR ')
  return {
    version: manifest.version,
    license: named ?? (listed || licensesToldElsewhere[manifest.name]?.license) ?? null,
  }
}

/** Packages whose package.json names no license, and where it's written instead. */
export const licensesToldElsewhere: Record<string, { license: string; where: string }> = {
  'png-js': { license: 'MIT', where: 'its LICENSE file' },
}
