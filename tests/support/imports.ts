import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dir, '../..')

export interface Import {
  /** The importing file, relative to the project's root. */
  from: string
  /** A file relative to the project's root, or a package name. */
  to: string
  typeOnly: boolean
  /** By their names in the other file. */
  names: string[]
}

export interface SourceFile {
  path: string
  /** Without comments, so words in them don't count. */
  code: string
  imports: Import[]
}

/** Every TypeScript file under the given folders. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: root })].toSorted().map(readSource),
  )
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const code = text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return { path, code, imports: importsIn(path, code) }
}

const statement = /^(?:import|export)\s+(type\s)?([^;'"]*?)\bfrom\s+['"]([^'"]+)['"]/gm
const sideEffect = /^import\s+['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

function importsIn(path: string, code: string): Import[] {
  const found: Import[] = []
  for (const [, type, names = '', target = ''] of code.matchAll(statement))
    found.push({
      from: path,
      to: resolve(path, target),
      typeOnly: type !== undefined || onlyTypes(names),
      names: namesIn(names),
    })
  for (const pattern of [sideEffect, dynamic])
    for (const [, target = ''] of code.matchAll(pattern))
      found.push({ from: path, to: resolve(path, target), typeOnly: false, names: [] })
  return found
}

/** `import { type A, type B }` imports nothing at run time. */
function onlyTypes(names: string): boolean {
  const list = /^\{([^]*)\}\s*$/.exec(names.trim())?.[1]
  const parts =
    list
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '') ?? []
  return parts.length > 0 && parts.every((part) => part.startsWith('type '))
}

const namesIn = (list: string): string[] =>
  [...(/\{([^]*)\}/.exec(list)?.[1] ?? '').matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)].map(
    ([, name = '']) => name,
  )

function resolve(from: string, target: string): string {
  if (!target.startsWith('.')) return target
  const base = join(root, dirname(from), target)
  const file = [base, `${base}.ts`, `${base}.tsx`, join(base, 'index.ts')].find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
  )
  return relative(root, file ?? base)
}

/** The cycles of a graph, each once, as the names along it. */
export function circles(edges: { from: string; to: string }[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from)
  const done = new Set<string>()
  const found: string[][] = []
  const walk = (node: string, path: string[]): void => {
    const start = path.indexOf(node)
    if (start !== -1) found.push([...path.slice(start), node])
    if (start !== -1 || done.has(node)) return
    for (const { to } of next.get(node) ?? []) walk(to, [...path, node])
    done.add(node)
  }
  for (const node of next.keys()) walk(node, [])
  return found
}
