import { basename, join } from 'node:path'
import { must } from '../../lib/errors'
import { Asset, forEver } from './asset'
import { bundledTogether, entries, type Entry } from './entries'

export interface Bundle {
  /** The script a page starts with. */
  script: string
  /** Imports of that script, named in the page so that they load at the same time. */
  imports: string[]
}

interface Built {
  entries: Map<Entry, Bundle>
  files: Map<string, Asset>
}

const web = join(import.meta.dir, '..')
const cached = { 'cache-control': forEver }
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

export async function allBundled(): Promise<Asset[]> {
  const all = await Promise.all(bundledTogether.map(built))
  return all.flatMap(({ files }) => [...files.values()])
}

/** Made once a process, when first wanted: it depends on the code alone. A failure is not remembered. */
function built(group: readonly Entry[]): Promise<Built> {
  const known = made.get(group)
  if (known) return known
  const making = build(group).catch((error: unknown) => {
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
  const made = output.metafile?.outputs ?? {}
  return { files, entries: new Map(group.map((name) => [name, describe(name, made)])) }
}

const typeOf = ({ type }: Blob): string =>
  type.replace(/;\s*charset=utf-8/i, '; charset=utf-8') || 'application/octet-stream'

type Outputs = NonNullable<Bun.BuildOutput['metafile']>['outputs']

function describe(name: Entry, outputs: Outputs): Bundle {
  const address = (path: string) => `/assets/${basename(path)}`
  const found = Object.entries(outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith(`web/${entries[name]}`),
  )
  if (!found) throw new Error(`The bundler made nothing of ${entries[name]}`)
  const [path, { imports }] = found
  const atOnce = imports.filter(({ kind }) => kind === 'import-statement')
  return { script: address(path), imports: atOnce.map((one) => address(one.path)) }
}
