import { beforeEach, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeBundle } from '../scripts/bundle'
import { findBundle, hashOf } from '../src/bundle'
import { sourceFrame } from '../src/lib/bundled-lines'
import { failureOf } from './support/failure'
import { readSources } from './support/imports'
import { temporaryFolder } from './support/temp'

const longAgo = new Date('2026-01-01T00:00:00Z')
let root: string

function write(path: string, text: string, at = longAgo): void {
  const full = join(root, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
  utimesSync(full, at, at)
}

/** The value of an expression about the bundle's exports, in a separate process. */
async function run(expression: string, entryPoint = 'serve.js'): Promise<unknown> {
  const { folder } = findBundle(root)!
  const code = `const it = await import(${JSON.stringify(join(root, folder, entryPoint))}); console.log(JSON.stringify(${expression}))`
  const entry = Bun.spawn([process.execPath, '-e', code], { cwd: root })
  return JSON.parse(await new Response(entry.stdout).text())
}

beforeEach(() => {
  root = temporaryFolder('bundle')
  write('package.json', '{ "name": "small" }')
  write('tsconfig.json', '{}')
  write('src/serve.ts', `export { folder, address, fail } from '../db/place'\n`)
  write('src/cli/program.ts', `export { folder } from '../../db/place'\n`)
  write(
    'db/place.ts',
    [
      'interface Unused { a: string }',
      'export const folder = import.meta.dir',
      'export const address = import.meta.url',
      'export function fail(): string {',
      '  const one: Unused = { a: "x" }',
      '  try {',
      '    throw new Error(one.a)',
      '  } catch (error) {',
      '    return String((error as Error).stack)',
      '  }',
      '}',
    ].join('\n'),
  )
})

describe('the bundled service', () => {
  test('finds the files beside its sources', async () => {
    await makeBundle(root)
    expect(await run('[it.folder, it.address]')).toEqual([
      join(root, 'db'),
      Bun.pathToFileURL(join(root, 'db/place.ts')).href,
    ])
    expect(await run('it.folder', 'cli/program.js')).toBe(join(root, 'db'))
  })

  test('names the source and the line of a failure in the log, as long as it is there', async () => {
    await makeBundle(root)
    const [, frame = ''] = String(await run('it.fail()')).split('\n')
    expect(sourceFrame(frame)).toMatch(new RegExp(`^ *at .*\\(${join(root, 'db/place.ts')}:7\\)$`))
    const { folder } = findBundle(root)!
    rmSync(join(root, folder, 'serve.js.sources'))
    expect(sourceFrame(frame)).toBe(frame)
  })

  test('is made again only after a change', async () => {
    expect(await makeBundle(root)).toBe(true)
    expect(await makeBundle(root)).toBe(false)
    write('db/place.ts', 'export const [folder, address, fail] = [1, 2, 3]\n')
    expect(await makeBundle(root)).toBe(true)
    expect(await run('it.folder')).toBe(1)
  })

  test('is not used when a source, a setting or the bundle itself has changed or is missing', async () => {
    for (const path of ['src/serve.ts', 'db/place.ts', 'package.json', 'tsconfig.json', 'dist/*/serve.js']) {
      await makeBundle(root)
      const { folder } = findBundle(root)!
      const full = path.replace('dist/*', folder)
      const text = await Bun.file(join(root, full)).text()
      write(full, `${text} `)
      expect({ path, found: findBundle(root) }).toEqual({ path, found: null })
      write(full, text)
      expect({ path, isFound: findBundle(root) !== null }).toEqual({ path, isFound: true })
      rmSync(join(root, full))
      expect({ path, found: findBundle(root) }).toEqual({ path, found: null })
      write(full, text)
    }
  })

  test('is not used in another folder or with another Bun', async () => {
    await makeBundle(root)
    const moved = join(temporaryFolder('bundle'), 'moved')
    cpSync(root, moved, { recursive: true })
    expect(findBundle(moved)).toBeNull()
    const manifest = { ...findBundle(root), bun: '1.0.0' }
    writeFileSync(join(root, 'dist/bundle.json'), JSON.stringify(manifest))
    expect(findBundle(root)).toBeNull()
  })

  test('is not kept when a source changes while it is made', async () => {
    write(
      'db/place.ts',
      'export const [folder, address, fail] = [1, 2, 3]\n',
      new Date('2100-01-01T00:00:00Z'),
    )
    expect((await failureOf(makeBundle(root))).message).toBe('A source changed at the same time.')
    expect(findBundle(root)).toBeNull()
  })

  test('leaves the one before it for a service that is still running', async () => {
    const made: string[] = []
    for (const value of [1, 2, 3]) {
      write('db/place.ts', `export const [folder, address, fail] = [${value}]\n`)
      await makeBundle(root)
      made.push(findBundle(root)!.folder)
    }
    expect(readdirSync(join(root, 'dist')).toSorted()).toEqual(
      ['bundle.json', ...made.slice(1).map((folder) => folder.slice('dist/'.length))].toSorted(),
    )
  })

  test('is the same to the byte for the same sources in an image, and made once', async () => {
    const made: { names: string[]; contents: string[] }[] = []
    for (const at of ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']) {
      rmSync(join(root, 'dist'), { recursive: true, force: true })
      for (const path of ['src/serve.ts', 'src/cli/program.ts', 'db/place.ts'])
        write(path, await Bun.file(join(root, path)).text(), new Date(at))
      expect(await makeBundle(root, { isForImage: true })).toBe(true)
      expect(await makeBundle(root, { isForImage: true })).toBe(false)
      const names = [...new Bun.Glob('**').scanSync({ cwd: join(root, 'dist') })].toSorted()
      const contents = names.map((name) => hashOf(join(root, 'dist', name)))
      made.push({ names, contents })
    }
    expect(made[0]!.names.length).toBeGreaterThan(4)
    expect(made).toEqual([made[0]!, made[0]!])
  })

  test('has a known place for everything a source asks about itself', () => {
    const asked = readSources('src', 'db').flatMap(({ path, code }) =>
      [...code.matchAll(/import\.meta\.(\w+)/g)].map(([, what]) => ({ path, what })),
    )
    expect(asked).not.toEqual([])
    expect(asked.filter(({ what }) => !/^(?:dir|url|resolve)$/.test(what ?? ''))).toEqual([])
  })
})
