import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { audit, faultsOf, isAllowed, lookedAt } from '../../scripts/supply-chain'
import { temporaryFolder } from '../support/temp'

const root = join(import.meta.dir, '../..')
const hash = `sha512-${Buffer.alloc(64, 7).toString('base64')}`

interface Changes {
  lock?: object
  line?: unknown[]
  manifest?: object
  installed?: object
  files?: Record<string, string>
}

/** A checkout with one good package, and whatever a test makes of it. */
function checkout({ lock, line, manifest, installed, files }: Changes = {}): string {
  const folder = temporaryFolder('supply-chain')
  const asked = { dependencies: { good: '^1.0.0' } }
  const whole = {
    workspaces: { '': asked },
    trustedDependencies: [],
    packages: { good: line ?? ['good@1.0.0', '', {}, hash] },
    ...lock,
  }
  const all = {
    'bun.lock': JSON.stringify(whole),
    'package.json': JSON.stringify({ ...asked, trustedDependencies: [], ...manifest }),
    'node_modules/good/package.json': JSON.stringify(
      installed ?? { name: 'good', version: '1.0.0', license: 'MIT' },
    ),
    ...files,
  }
  mkdirSync(join(folder, 'node_modules/good'), { recursive: true })
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return folder
}

describe('the supply chain of this repository', () => {
  test('has no problem: hashes, sources, scripts and licenses are in order', () => {
    expect(faultsOf(root)).toEqual([])
  })

  test('is checked: almost every package that runs here has its license read', () => {
    const { packages, licensed } = lookedAt(root)
    expect(packages).toBeGreaterThan(250)
    expect(licensed).toBeGreaterThan(150)
  })
})

describe('the lock file', () => {
  test('of a good checkout has no problem', () => {
    expect(faultsOf(checkout())).toEqual([])
  })

  const wrong: [string, unknown[], RegExp][] = [
    ['has no hash', ['good@1.0.0', '', {}, ''], /good@1\.0\.0 has no SHA-512 hash/],
    ['has a weak hash', ['good@1.0.0', '', {}, 'sha1-qqq='], /good@1\.0\.0 has no SHA-512 hash/],
    ['names a registry', ['good@1.0.0', 'https://r.example.com/', {}, hash], /comes from its own source/],
    ['comes from Git', ['good@git+https://example.com/good#abc', {}, 'abc'], /comes from its own source/],
    ['comes from a web address', ['good@https://example.com/good.tgz', {}, hash], /its own source/],
    ['comes from a folder', ['good@file:../good', {}], /comes from its own source/],
  ]
  test.each(wrong)('is refused when a package %s', (_, line, fault) => {
    expect(faultsOf(checkout({ line })).join('\n')).toMatch(fault)
  })

  test.each(['git+ssh://example.com/good', 'file:../good', 'https://example.com/good.tgz', 'github:a/good'])(
    'is refused when package.json asks for %s',
    (range) => {
      const lock = { workspaces: { '': { dependencies: { good: range } } } }
      expect(faultsOf(checkout({ lock }))).toEqual([
        `package.json needs good from ${range} instead of a version`,
      ])
    },
  )

  test("alone isn't enough: with nothing installed no license can be read", () => {
    const folder = checkout()
    rmSync(join(folder, 'node_modules'), { recursive: true })
    expect(faultsOf(folder)).toEqual(['Nothing is installed, so no license can be read: run bun install'])
  })

  test('is refused when something else is installed', () => {
    const installed = { name: 'good', version: '1.0.1', license: 'MIT' }
    expect(faultsOf(checkout({ installed }))).toEqual(['good is locked at 1.0.0, but 1.0.1 is installed'])
  })

  test('is refused when a package needs another one beside it that nobody named', () => {
    const line = [
      'good@1.0.0',
      '',
      { peerDependencies: { friend: '1', extra: '1' }, optionalPeers: ['extra'] },
      hash,
    ]
    const fault = 'good@1.0.0 needs friend beside it: name it in package.json'
    expect(faultsOf(checkout({ line }))).toEqual([fault])
    const lock = { workspaces: { '': { dependencies: { good: '^1.0.0', friend: '^1.0.0' } } } }
    expect(faultsOf(checkout({ line, lock }))).toEqual([])
  })

  test.each([
    ['.npmrc', 'registry=https://r.example.com/\n'],
    ['.npmrc', '@acme:registry=https://r.example.com/\n'],
    ['bunfig.toml', '[install]\nregistry = "https://r.example.com"\n'],
    ['bunfig.toml', '[install.scopes]\nacme = "https://r.example.com"\n'],
    ['bunfig.toml', '[install.registry]\nurl = "https://r.example.com"\n'],
  ])('is refused when %s names a registry: %p', (name, text) => {
    expect(faultsOf(checkout({ files: { [name]: text } }))).toEqual([`${name} names a package registry`])
  })
})

describe('install scripts', () => {
  test('run only for packages on the list', () => {
    const trusted = { trustedDependencies: ['good'] }
    expect(faultsOf(checkout({ manifest: trusted })).join()).toContain('good may run install scripts')
    expect(faultsOf(checkout({ lock: trusted })).join()).toContain('good may run install scripts')
  })

  test("aren't left to Bun's own list", () => {
    const fault = 'trustedDependencies is missing: Bun would run the install scripts on its own list'
    expect(faultsOf(checkout({ manifest: { trustedDependencies: undefined } }))).toEqual([fault])
  })
})

describe('a license', () => {
  test('is allowed by name, and in expressions by the choices they offer', () => {
    expect(isAllowed('MIT', 'runs')).toBe(true)
    expect(isAllowed('GPL-3.0-only', 'runs')).toBe(false)
    expect(isAllowed('(MIT OR GPL-3.0-only)', 'runs')).toBe(true)
    expect(isAllowed('(MIT AND GPL-3.0-only)', 'runs')).toBe(false)
    expect(isAllowed('(MIT AND (ISC OR GPL-3.0-only))', 'runs')).toBe(false)
    expect(isAllowed('SEE LICENSE IN LICENSE', 'runs')).toBe(false)
  })

  test('that covers changed files is allowed only for build and test', () => {
    expect(isAllowed('MPL-2.0', 'builds')).toBe(true)
    expect(isAllowed('MPL-2.0', 'runs')).toBe(false)
    const line = ['good@1.0.0', '', {}, hash]
    const installed = { name: 'good', version: '1.0.0', license: 'MPL-2.0' }
    expect(faultsOf(checkout({ line, installed }))).toEqual(['good@1.0.0 has the license MPL-2.0'])
    const lock = { workspaces: { '': { devDependencies: { good: '^1.0.0' } } } }
    expect(faultsOf(checkout({ lock, installed }))).toEqual([])
  })

  test('that is missing or unknown is refused', () => {
    const nameless = { name: 'good', version: '1.0.0' }
    expect(faultsOf(checkout({ installed: nameless }))).toEqual(['good@1.0.0 names no license'])
    const odd = { ...nameless, licenses: [{ type: 'WTFPL' }] }
    expect(faultsOf(checkout({ installed: odd }))).toEqual(['good@1.0.0 has the license WTFPL'])
  })
})

describe('the audit', () => {
  let answer = (): Response => new Response('', { status: 500 })
  const service = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => answer() })
  afterAll(() => service.stop(true))
  const folder = temporaryFolder('audit')
  for (const file of ['package.json', 'bun.lock']) cpSync(join(root, file), join(folder, file))
  const env = { ...process.env, NPM_CONFIG_REGISTRY: `http://127.0.0.1:${service.port}/` }

  test('is clean when the advisory service knows of nothing', async () => {
    answer = () => Response.json({})
    expect(await audit(folder, env)).toEqual({ known: [] })
  })

  test('names each known vulnerability', async () => {
    const advisory = { id: 7, url: 'https://example.com/7', title: 'Runs scripts', severity: 'high' }
    answer = () => Response.json({ leaflet: [{ ...advisory, vulnerable_versions: '<99.0.0', cwe: [] }] })
    expect(await audit(folder, env)).toEqual({
      known: ['leaflet: Runs scripts (high, https://example.com/7)'],
    })
  })

  test('is skipped in one line when no advisory service answers', async () => {
    const silent = { ...env, NPM_CONFIG_REGISTRY: 'http://127.0.0.1:1/' }
    const { skipped } = (await audit(folder, silent)) as { skipped: string }
    expect(skipped).toContain('No advisory service answered')
    expect(skipped).not.toContain('\n')
    answer = () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    expect(await audit(folder, env)).toHaveProperty('skipped')
  })

  test('fails the command when something is known, and lets it pass when it was skipped', async () => {
    const run = async (registry: string) => {
      const command = Bun.spawn([process.execPath, join(root, 'scripts/supply-chain.ts')], {
        env: { ...process.env, NPM_CONFIG_REGISTRY: registry },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [output, errors] = await Promise.all([
        new Response(command.stdout).text(),
        new Response(command.stderr).text(),
      ])
      return { output, errors, code: await command.exited }
    }
    const skipped = await run('http://127.0.0.1:1/')
    expect(skipped).toMatchObject({ code: 0, errors: '' })
    expect(skipped.output).toContain('Audit skipped: No advisory service answered')
    answer = () =>
      Response.json({ leaflet: [{ title: 'Runs scripts', severity: 'high', url: 'https://e.com' }] })
    expect(await run(service.url.href)).toMatchObject({
      code: 1,
      errors: 'leaflet: Runs scripts (high, https://e.com)\n',
    })
  })
})
