import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from './support/imports'

const root = join(import.meta.dir, '..')
const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const sources = readSources('src', 'db')
const modules = readdirSync(join(root, 'src/modules')).toSorted()

/** The paragraph under a module's heading. */
function paragraphOf(module: string): string {
  const [, text = ''] = new RegExp(`\\n### ${module}\\n([^]*?)\\n##`).exec(document) ?? []
  return text
}

const listed = (paragraph: string, label: string): string[] => {
  const text = new RegExp(`^- ${label}: (.*)$`, 'm').exec(paragraph)?.[1] ?? 'missing'
  return text === 'nothing' ? [] : text.replaceAll('`', '').split(', ').toSorted()
}

const tablesOf = (owner: string): string[] =>
  sources
    .filter(({ path }) => path === `db/schema/${owner}.ts`)
    .flatMap(({ code }) => [...code.matchAll(/sqliteTable\(\s*'(\w+)'/g)].map(([, table = '']) => table))
    .toSorted()

const usesOf = (module: string): string[] => {
  const used = sources
    .filter(({ path }) => path.startsWith(`src/modules/${module}/`))
    .flatMap(({ imports }) => imports.map(({ to }) => /^src\/modules\/([^/]+)\//.exec(to)?.[1] ?? module))
  return [...new Set(used)].filter((other) => other !== module).toSorted()
}

describe('docs/architecture.md', () => {
  test('describes every module and no others', () => {
    const [, text = ''] = /\n## The modules\n([^]*?)\n## /.exec(document) ?? []
    const described = [...text.matchAll(/^### ([a-z]+)$/gm)].map(([, name = '']) => name)
    expect(described.toSorted()).toEqual(modules)
  })

  test.each(modules)('names the tables that %s owns', (module) => {
    expect(listed(paragraphOf(module), 'Owns')).toEqual(tablesOf(module))
  })

  test.each(modules)('names the modules that %s uses', (module) => {
    expect(listed(paragraphOf(module), 'Uses')).toEqual(usesOf(module))
  })

  test('names every table', () => {
    const owners = readdirSync(join(root, 'db/schema')).map((file) => file.replace('.ts', ''))
    const tables = owners.flatMap(tablesOf)
    expect(tables.length).toBeGreaterThan(50)
    expect(tables.filter((table) => !document.includes(`\`${table}\``))).toEqual([])
  })

  test("draws no arrow that doesn't exist", () => {
    const [, picture = ''] = /\n## The modules\n[^]*?```mermaid\n([^]*?)```/.exec(document) ?? []
    const drawn = [...picture.matchAll(/^ {2}(\w+) --> (.*)$/gm)].flatMap(([, from = '', to = '']) =>
      to.split(' & ').map((target) => ({ from, target })),
    )
    expect(drawn.length).toBeGreaterThan(10)
    expect(drawn.filter(({ from, target }) => !usesOf(from).includes(target))).toEqual([])
    expect(new Set(drawn.flatMap(({ from, target }) => [from, target]))).toEqual(new Set(modules))
  })

  test('links only to files that exist', () => {
    const named = [...document.matchAll(/`((?:src|db|tests|bench|docs|scripts)\/[\w./-]*)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
