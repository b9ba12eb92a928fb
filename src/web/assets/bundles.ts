import { basename, join, resolve } from 'node:path'
import { must } from '../../lib/errors'
import { Asset, forEver } from './asset'
import { bundledTogether, entries, type Entry } from './entries'

export interface Bundle {
  /** The script a page starts with. */
  script: string
  /** Imports of that script, named in the page so that they load at the same time. */
  imports: string[]
  /** Scripts that load on demand, each with its imports, by source: `admin/jobs/tab`. */
  parts: Record<string, string[]>
}

export interface Built {
  entries: Map<Entry, Bundle>
  files: Map<string, Asset>
  /** The source files, by their full path. */
  inputs: string[]
}

const web = join(import.meta.dir, '..')
export const cached = { 'cache-control': forEver }
const made = new Map<readonly Entry[], Promise<Built>>()

export async function bundleOf(entry: Entry): Promise<Bundle> {
  const group = bundledTogether.find((names) => names.includes(entry))
  const bundle = group && (await built(group)).entries.get(entry)
  return must(bundle, `The bundle of ${entry}`)
}

export async function findBundled(name: string): Promise<Asset | undefined> {
  for (const group of bundledTogether) {
    const found = (await built(group)).files.get(name)
    if (found) return found
  }
  return undefined
}

/** One group after the other, because bundling both at once would double the memory at the start. */
export async function allBuilt(): Promise<Built[]> {
  const all: Built[] = []
  for (const group of bundledTogether) all.push(await built(group))
  return all
}

/** Uses what an earlier process built. Pages that are requested meanwhile wait for it. */
export function reuseBundles(kept: Promise<Built[] | null>): void {
  let before: Promise<unknown> = Promise.resolve()
  for (const [place, group] of bundledTogether.entries()) {
    if (made.has(group)) continue
    const ready = Promise.all([kept, before]).then(([all]) => all?.[place] ?? build(group))
    before = remember(group, ready).catch(() => {})
  }
}

/** Made once a process, when first wanted: it depends on the code alone. A failure is not remembered. */
function built(group: readonly Entry[]): Promise<Built> {
  return made.get(group) ?? remember(group, build(group))
}

function remember(group: readonly Entry[], building: Promise<Built>): Promise<Built> {
  const making = building.catch((error: unknown) => {
    made.delete(group)
    throw error
  })
  made.set(group, making)
  return making
}

/** Bun bundles in threads of its own, so that requests are answered meanwhile. */
async function build(group: readonly Entry[]): Promise<Built> {
  const output = await Bun.build({
    entrypoints: group.map((name) => join(web, entries[name])),
    root: web,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    publicPath: '/assets/',
    naming: { entry: '[dir]-[hash].[ext]', chunk: 'chunk-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  })
  const files = new Map<string, Asset>()
  for (const file of output.outputs)
    files.set(basename(file.path), new Asset(typeOf(file), new Uint8Array(await file.arrayBuffer()), cached))
  const { inputs = {}, outputs = {} } = output.metafile ?? {}
  return {
    files,
    entries: new Map(group.map((name) => [name, describe(name, outputs)])),
    inputs: Object.keys(inputs).map((path) => resolve(path)),
  }
}

const typeOf = ({ type }: Blob): string =>
  type.replace(/;\s*charset=utf-8/i, '; charset=utf-8') || 'application/octet-stream'

type Outputs = NonNullable<Bun.BuildOutput['metafile']>['outputs']

function describe(name: Entry, outputs: Outputs): Bundle {
  const address = (path: string) => `/assets/${basename(path)}`
  const entryOf = (path: string) => /web\/(.+)$/.exec(outputs[path]?.entryPoint ?? '')?.[1]
  const script = Object.keys(outputs).find((path) => entryOf(path) === entries[name])
  if (script === undefined) throw new Error(`The bundler made nothing of ${entries[name]}`)
  const atOnce = withImports(script, outputs)
  const parts = Object.keys(outputs).flatMap((path) => {
    const source = entryOf(path)
    if (source === undefined || path === script) return []
    const later = [...withImports(path, outputs)].filter((one) => !atOnce.has(one))
    return [[source.replace(/\.tsx?$/, ''), later.map(address)]]
  })
  atOnce.delete(script)
  return {
    script: address(script),
    imports: [...atOnce].map(address),
    parts: Object.fromEntries(parts) as Bundle['parts'],
  }
}

/** A script and everything it imports right away, and so on. */
function withImports(path: string, outputs: Outputs, found = new Set<string>()): Set<string> {
  if (found.has(path) || !outputs[path]) return found
  found.add(path)
  for (const one of outputs[path].imports)
    if (one.kind === 'import-statement') withImports(one.path, outputs, found)
  return found
}
