import { deserialize, serialize } from 'bun:jsc'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Asset, shortHash, type Encoded, type KeptForms } from './asset'
import { allBuilt, cached, type Built, type Bundle } from './bundles'
import type { Entry } from './entries'
import { fixedAssets } from './fixed'

/** Bundled pages in the data folder. Bundling takes half a second of CPU time and 50 MB, so it's done once. */
const keptFile = (dataDir: string): string => join(dataDir, 'pages.cache')

/** Everything the bundles depend on: the same Bun, and the same content of every source. */
interface Kept {
  format: number
  bun: string
  inputs: [path: string, hash: string][]
  groups: { entries: [Entry, Bundle][]; files: KeptAsset[] }[]
  /** The compressed forms of style sheets and other fixed files. */
  fixed: [hash: string, encoded: Encoded][]
}
/** Grows when the shape of a bundle changes, which its sources don't show. */
const format = 3
interface KeptAsset extends KeptForms {
  name: string
  type: string
  /** Only where no form is shorter. */
  bytes: Uint8Array<ArrayBuffer> | null
}

/** Bundles also depend on these, though no page imports them. */
const settings = ['package.json', 'tsconfig.json'].map((name) => join(import.meta.dir, '../../..', name))

/** The bundles of an earlier process, or null if there are none or a source has changed since. */
export async function readKept(dataDir: string): Promise<Built[] | null> {
  try {
    const kept = deserialize(readFileSync(keptFile(dataDir))) as Kept
    if (kept.bun !== Bun.version || kept.format !== format) return null
    if (kept.inputs.some(([path, hash]) => hashOf(path) !== hash)) return null
    reuseFixed(new Map(kept.fixed))
    const inputs = kept.inputs.map(([path]) => path)
    return kept.groups.map(({ entries, files }) => ({
      entries: new Map(entries),
      files: new Map(
        files.map(({ name, type, bytes, ...forms }) => [name, new Asset(type, bytes, cached, forms)]),
      ),
      inputs,
    }))
  } catch {
    // Missing, damaged or of another version: the pages are bundled again.
    return null
  }
}

/** Compressing them takes a twentieth of a start. */
function reuseFixed(kept: Map<string, Encoded>): void {
  for (const asset of fixedAssets.all()) {
    const encoded = kept.get(asset.hash)
    if (encoded) asset.reuse(encoded)
  }
}

/** Leaves the bundles to the next process. A draft is renamed, so the file is always complete. */
export async function keepBundles(dataDir: string): Promise<void> {
  const built = await allBuilt()
  const paths = [...new Set([...settings, ...built.flatMap(({ inputs }) => inputs)])]
  const kept: Kept = {
    format,
    bun: Bun.version,
    inputs: paths.map((path) => [path, hashOf(path)]),
    groups: await Promise.all(built.map(groupOf)),
    fixed: await Promise.all(
      fixedAssets
        .all()
        .map(async (asset) => [asset.hash, await asset.warm()] satisfies Kept['fixed'][number]),
    ),
  }
  const draft = `${keptFile(dataDir)}.${process.pid}.draft`
  try {
    writeFileSync(draft, new Uint8Array(serialize(kept)))
    renameSync(draft, keptFile(dataDir))
  } finally {
    rmSync(draft, { force: true })
  }
}

async function groupOf({ entries, files }: Built): Promise<Kept['groups'][number]> {
  const kept = [...files].map(async ([name, asset]) => {
    const { type, hash } = asset
    const encoded = await asset.warm()
    return { name, type, hash, bytes: encoded.gzip ? null : asset.bytes, encoded }
  })
  return { entries: [...entries], files: await Promise.all(kept) }
}

const hashOf = (path: string): string => shortHash(readFileSync(path))
