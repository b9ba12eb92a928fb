import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedAt, readLock, resolve, type Lock, type Package } from './dependencies'

type License = { license: { id: string } } | { expression: string }

export interface Component {
  type: 'library'
  'bom-ref': string
  group?: string
  name: string
  version: string
  scope: Scope
  hashes: { alg: 'SHA-512'; content: string }[]
  licenses?: License[]
  purl: string
  properties?: { name: string; value: string }[]
}

/** `excluded` is CycloneDX's word for packages that only build and test. */
type Scope = 'required' | 'optional' | 'excluded'

/** A CycloneDX 1.6 document of everything in bun.lock: the same bytes for the same lock file and install. */
export function bomOf(root: string, { SOURCE_DATE_EPOCH: epoch }: Record<string, string | undefined>) {
  const lock = readLock(root)
  const places = new Map(lock.packages.map((one) => [one.place, one]))
  const scopes = scopesOf(lock, places)
  const own = ownComponent(root)
  const components = unique(lock.packages.map((one) => componentOf(root, one, scopes)))
  const needs = new Map<string, Set<string>>([[own['bom-ref'], new Set()]])
  for (const name of Object.values(lock.direct).flatMap(Object.keys))
    addNeed(needs, own['bom-ref'], resolve(places, '', name))
  for (const one of lock.packages) {
    if (!needs.has(purlOf(one))) needs.set(purlOf(one), new Set())
    for (const { name } of one.needs) addNeed(needs, purlOf(one), resolve(places, one.place, name))
  }
  const content = {
    metadata: {
      ...(epoch ? { timestamp: new Date(Number(epoch) * 1000).toISOString() } : {}),
      component: own,
    },
    components,
    dependencies: [...needs]
      .map(([ref, on]) => ({ ref, dependsOn: [...on].toSorted() }))
      .toSorted((one, other) => compare(one.ref, other.ref)),
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX' as const,
    specVersion: '1.6' as const,
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

function ownComponent(root: string) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >
  const purl = `pkg:npm/${name}@${version}`
  return { type: 'application', 'bom-ref': purl, name, version, licenses: licensesOf(license), purl } as const
}

function componentOf(root: string, one: Package, scopes: Map<string, Scope>): Component {
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name]
  const scope = scopes.get(purlOf(one)) ?? 'excluded'
  const license = installedAt(root, one.place)?.license ?? null
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(group === undefined ? {} : { group }),
    name: name ?? '',
    version: one.version,
    scope,
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(one.integrity.replace('sha512-', ''), 'base64').toString('hex'),
      },
    ],
    ...(license === null ? {} : { licenses: licensesOf(license) }),
    purl: purlOf(one),
    ...(scope === 'excluded' ? { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] } : {}),
  }
}

const licensesOf = (license: string): License[] =>
  /^[\w.+-]+$/.test(license) ? [{ license: { id: license } }] : [{ expression: license }]

const purlOf = ({ name, version }: Package) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/**
 * One package may be installed in several places; it's one component, with a license if any of them has it.
 */
function unique(components: Component[]): Component[] {
  const byRef = new Map<string, Component>()
  for (const one of components) byRef.set(one['bom-ref'], { ...one, ...byRef.get(one['bom-ref']) })
  return [...byRef.values()].toSorted((one, other) => compare(one['bom-ref'], other['bom-ref']))
}

function addNeed(needs: Map<string, Set<string>>, from: string, to: Package | undefined): void {
  if (to) needs.set(from, (needs.get(from) ?? new Set()).add(purlOf(to)))
}

/** Packages the running service needs come first, then optional ones; the rest builds and tests. */
function scopesOf({ direct }: Lock, places: Map<string, Package>): Map<string, Scope> {
  const scopes = new Map<string, Scope>()
  const mark = (scope: Scope, start: Package[], follow: (optional: boolean) => boolean) => {
    const waiting = [...start]
    const seen = new Set<string>()
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      if (seen.has(one.place)) continue
      seen.add(one.place)
      if (!scopes.has(purlOf(one))) scopes.set(purlOf(one), scope)
      for (const { name, optional } of one.needs) {
        const next = follow(optional) ? resolve(places, one.place, name) : undefined
        if (next) waiting.push(next)
      }
    }
  }
  const roots = (names: Record<string, string>) =>
    Object.keys(names).flatMap((name) => resolve(places, '', name) ?? [])
  mark('required', roots(direct.dependencies), (optional) => !optional)
  mark('optional', [...roots(direct.dependencies), ...roots(direct.optionalDependencies)], () => true)
  return scopes
}

/** Version 5: a name-based UUID, so the same content has the same serial number. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

if (import.meta.main) {
  const [file] = process.argv.slice(2)
  const text = `${JSON.stringify(bomOf(join(import.meta.dir, '..'), process.env), null, 2)}\n`
  if (file === undefined) process.stdout.write(text)
  else await Bun.write(file, text)
}
