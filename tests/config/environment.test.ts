import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
const compositionRoots = ['src/index.ts', 'src/cli.ts']

const reads = [
  /\b(process|Bun)\s*\??\.\s*env\b/,
  /\b(process|Bun)\s*(\?\.)?\[\s*['"`]env['"`]\s*\]/,
  /\bimport\.meta\.env\b/,
  /\{[^}]*\benv\b[^}]*\}\s*=\s*(process|Bun|globalThis\.process)\b/,
  /\{[^}]*\benv\b[^}]*\}\s*from\s*['"](node:process|process|bun)['"]/,
]
const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)
/** Passed on whole, as an argument or spread into one: no variable is picked out. */
const handsOver = (line: string) => /[(\s](\.\.\.)?(process|Bun)\.env\s*[,)}]/.test(line)

/** Lines that read the environment without permission. */
function trespasses(path: string, code: string): string[] {
  if (/^src\/config(\/|\.ts$)/.test(path)) return []
  return code
    .split('\n')
    .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
    .filter(({ line }) => !isComment(line) && reads.some((read) => read.test(line)))
    .filter(({ line }) => !(compositionRoots.includes(path) && handsOver(line)))
    .map(({ place }) => place)
}

async function sourceFiles(): Promise<string[]> {
  const files: string[] = []
  for await (const path of new Bun.Glob('{src,db}/**/*.{ts,tsx,js,mjs}').scan(root)) files.push(path)
  return files
}

describe('the environment', () => {
  test('is read only by the configuration, and passed in by the composition roots', async () => {
    const files = await sourceFiles()
    expect(files).toContain('src/config.ts')
    const found = await Promise.all(
      files.map(async (path) => trespasses(path, await Bun.file(join(root, path)).text())),
    )
    expect(found.flat()).toEqual([])
  })

  test('is found however the code reads it', () => {
    const lines = [
      'const port = process.env.PORT',
      'const port = Bun.env.PORT',
      "const port = process?.env['PORT']",
      "const port = process['env'].PORT",
      'const port = import.meta.env.PORT',
      'const { argv, env } = process',
      "import { env } from 'node:process'",
    ]
    expect(trespasses('src/app.ts', lines.join('\n'))).toEqual(lines.map((_, i) => `src/app.ts:${i + 1}`))
  })

  test('may be passed on whole only by a composition root', () => {
    for (const line of [
      'loadConfig(process.env)',
      'await serve(process.env)',
      'loadConfig({ ...process.env, PORT })',
    ]) {
      expect(trespasses('src/index.ts', line)).toEqual([])
      expect(trespasses('src/app.ts', line)).toEqual(['src/app.ts:1'])
    }
    for (const line of [
      'process.env.HOME',
      "process.env['HOME']",
      'const { env } = process',
      'f(process.env.HOME)',
    ])
      expect(trespasses('src/cli.ts', line)).toEqual(['src/cli.ts:1'])
  })

  test('may be mentioned in a comment', () => {
    expect(trespasses('src/app.ts', '// process.env is for config.ts\n/** not Bun.env */')).toEqual([])
  })
})
