import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram } from '../../src/cli/program'
import { loadConfig } from '../../src/config'
import { variableNames } from '../../src/config/variables'

const root = join(import.meta.dir, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/server.md')
const operating = read('docs/operating.md')

/** Everything docs/server.md tells its reader to type, line by line. */
const typed = [...page.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))

describe('docs/server.md', () => {
  test('installs only files that are there', () => {
    const named = typed.flatMap((line) => line.match(/\bdeploy\/[\w.-]+/g) ?? [])
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('uses only commands that exist', () => {
    const known = createProgram({}).commands.map((command) => command.name())
    const used = typed.flatMap((line) => /\.\/truckroll (\w+)/.exec(line)?.[1] ?? [])
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !known.includes(name))).toEqual([])
  })

  test('installs the Bun that package.json asks for', () => {
    const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string }
    expect(page).toContain(packageManager.replace('@', '-v'))
  })

  test('uses units that run what is in this folder, as the user and with the settings it made', () => {
    for (const name of ['truckroll.service', 'truckroll-backup.service']) {
      const unit = read(`deploy/${name}`)
      const [, file = ''] = /^ExecStart=\/usr\/local\/bin\/bun (\S+)/m.exec(unit) ?? []
      expect(existsSync(join(root, file))).toBe(true)
      expect(unit).toContain(
        'User=truckroll\nWorkingDirectory=/srv/truckroll\nEnvironmentFile=/etc/truckroll.env\n',
      )
    }
  })
})

describe('deploy/', () => {
  test('has the same examples as docs/operating.md, which the measurements use', () => {
    const shown = ['truckroll.service', 'Caddyfile', 'litestream.yml', 'litestream.service']
    for (const name of shown) expect(operating).toContain(`\n${read(`deploy/${name}`)}\`\`\``)
  })

  test('is explained: docs/server.md or docs/operating.md names every file', () => {
    const unnamed = readdirSync(join(root, 'deploy')).filter((name) => !`${page}${operating}`.includes(name))
    expect(unnamed).toEqual([])
  })

  test('has settings that production accepts as they are, and no others', () => {
    const lines = read('deploy/truckroll.env').split('\n')
    const pairs = lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split('=') as [string, string])
    expect(loadConfig(Object.fromEntries(pairs)).publicUrl).toBe('https://book.example.com')
    const named = lines.flatMap((line) => /^#?([A-Z_]+)=/.exec(line)?.[1] ?? [])
    expect(named.filter((name) => !(variableNames as string[]).includes(name))).toEqual([])
    expect(lines.filter((line) => /=["']/.test(line))).toEqual([])
  })
})
