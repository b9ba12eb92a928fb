/**
 * Bundles the service and the commands after every install, which saves most of the time and a sixth of the
 * memory of a start. A failure isn't one of the install: both then run from their sources.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { changedAt, findBundle, hashOf, manifestIn, type Bundle } from '../src/bundle'
import { filesBeside } from '../src/lib/bundled-lines'
import { sourceLines } from './source-map'

/** Large packages that only some services and commands load, and that share nothing with the rest. */
const external = [
  'stripe',
  'nodemailer',
  'resend',
  'twilio',
  '@modelcontextprotocol/server',
  '@libsql/client',
  'oauth4webapi',
  'papaparse',
]

/** Short code takes less memory. Errors have their names as text, so logs still show them. */
const minify = true

/** Files beside a source, such as migrations and workers, stay where they are. */
const keepPlaces = (root: string): Bun.BunPlugin => ({
  name: 'keep places',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const code = await Bun.file(path).text()
      if (!/^(?:src|db)[/\\]/.test(relative(root, path)) || !code.includes('import.meta')) return undefined
      const contents = code
        .replaceAll(/\bimport\.meta\.dir\b/g, JSON.stringify(dirname(path)))
        .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
})

/**
 * Returns false if the bundle is already up to date. In an image every file gets a new time of change, so only their
 * contents count, and the same sources make the same image.
 */
export async function makeBundle(root: string, { isForImage = false } = {}): Promise<boolean> {
  if (findBundle(root)) return false
  const startedAt = Date.now()
  const draft = join('dist', `draft-${process.pid}`)
  const plugins = [keepPlaces(root)]
  const usual = { target: 'bun', metafile: true, plugins, external } satisfies Partial<Bun.BuildConfig>
  // Compiled to bytecode, which saves another third of the time to start; Bun does that for CommonJS only.
  const service = await Bun.build({
    ...usual,
    entrypoints: [join(root, 'src/serve.ts')],
    outdir: join(root, draft),
    format: 'cjs',
    bytecode: true,
    sourcemap: 'external',
    minify,
  })
  // In files of their own: with shared ones the service would take longer to start. No map, because nobody reads
  // a command's traces.
  const commands = await Bun.build({
    ...usual,
    splitting: true,
    entrypoints: [join(root, 'src/cli/program.ts')],
    outdir: join(root, draft, 'cli'),
    minify,
  })
  const outputs = [...service.outputs, ...commands.outputs]
  const inputs = [service, commands].flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
  // Sorted, because Bun lists them in the order it happened to read them.
  const sources = [
    ...['package.json', 'tsconfig.json'].map((name) => join(root, name)),
    ...new Set(inputs.map((path) => resolve(path)).toSorted()),
  ]
  if (sources.some((path) => statSync(path).mtimeMs >= startedAt))
    throw new Error('A source changed at the same time.')
  const made = outputs.flatMap(({ kind, path }) => (kind === 'sourcemap' ? replaceMap(path) : [path]))
  const folder = join('dist', nameOf([...sources, ...made]))
  rmSync(join(root, folder), { recursive: true, force: true })
  renameSync(join(root, draft), join(root, folder))
  const bundled = made.map((path) => join(root, folder, relative(join(root, draft), path)))
  // The time comes first: a change right after it has another one, and then the content counts.
  const files = [...sources, ...bundled].map((path): Bundle['files'][number] => {
    const at = isForImage ? 0 : changedAt(path)
    return [relative(root, path), hashOf(path), at]
  })
  replaceBundle({ bun: Bun.version, root, folder, files })
  return true
}

/** A different name for each content, because a running service still loads files of the bundle before. */
const nameOf = (paths: string[]): string => Bun.hash(paths.map(hashOf).join(' ')).toString(36)

/** Returns the files that took the place of a source map. */
function replaceMap(path: string): string[] {
  const map = JSON.parse(readFileSync(path, 'utf8')) as { sources: string[]; mappings: string }
  const files = filesBeside(path.replace(/\.map$/, ''), {
    sources: map.sources.map((source) => resolve(dirname(path), source)),
    parts: sourceLines(map.mappings),
  })
  for (const [name, content] of Object.entries(files)) writeFileSync(name, content)
  rmSync(path)
  return Object.keys(files)
}

/** A running service loads some of its files late, so the bundle before this one stays. */
function replaceBundle(bundle: Bundle): void {
  const manifest = manifestIn(bundle.root)
  const dist = dirname(manifest)
  const before = readManifest(manifest)?.folder
  mkdirSync(dist, { recursive: true })
  writeFileSync(`${manifest}.draft`, JSON.stringify(bundle))
  renameSync(`${manifest}.draft`, manifest)
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const path = join('dist', entry.name)
    if (entry.isDirectory() && path !== bundle.folder && path !== before)
      rmSync(join(bundle.root, path), { recursive: true, force: true })
  }
}

function readManifest(path: string): Bundle | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Bundle
  } catch {
    return null
  }
}

if (import.meta.main)
  try {
    await makeBundle(join(import.meta.dir, '..'), { isForImage: process.argv.includes('--for-image') })
  } catch (error) {
    console.error(
      `Couldn't bundle the service, so it starts from its sources, which takes longer. ${String(error)}`,
    )
  }
