import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedAt, readLock, type Lock, type Package } from './dependencies'
import { bomOf } from './sbom'

type Use = 'runs' | 'builds'

/** Every license a dependency may have, and why it's fine to ship or to build with. */
const licenses: Record<string, { why: string; only?: Use }> = {
  MIT: { why: 'requires keeping its notice, which node_modules does' },
  'MIT-0': { why: 'requires nothing' },
  ISC: { why: 'the same terms as MIT' },
  'BSD-2-Clause': { why: 'the same terms as MIT' },
  'BSD-3-Clause': { why: 'like MIT, without using the authors’ names to advertise' },
  'Apache-2.0': { why: 'like MIT, with a patent license' },
  'BlueOak-1.0.0': { why: 'like MIT, with a patent license' },
  Zlib: { why: 'requires marking changes; we make none' },
  Unlicense: { why: 'public domain' },
  'CC0-1.0': { why: 'public domain' },
  'OFL-1.1': { why: 'fonts: may be embedded in documents and shipped with software' },
  'CC-BY-4.0': { why: 'data: the README credits GeoNames' },
  'MPL-2.0': { why: "covers changes to its own files; we make none and don't ship it", only: 'builds' },
}

/** Packages that may run a script when they're installed, and why. None needs to. */
const installScripts: Record<string, string> = {}

/** Peers that a package asks for and that we leave out, and why it runs without them. */
const peersLeftOut: Record<string, string> = {
  'file-type': "Elysia loads it to check uploaded files with its own types, which we don't use",
}

/** Every problem with our dependencies, one sentence each. */
export function faultsOf(root: string): string[] {
  if (lookedAt(root).licensed === 0)
    return ['Nothing is installed, so no license can be read: run bun install']
  const lock = readLock(root)
  const uses = usesOf(root)
  return [
    ...lock.packages.flatMap(faultsOfPackage),
    ...Object.values(lock.direct).flatMap(faultsOfRanges),
    ...faultsOfScripts(root, lock),
    ...lock.packages.flatMap((one) => faultsOfPeers(lock, one)),
    ...['.npmrc', 'bunfig.toml']
      .filter((name) => namesRegistry(root, name))
      .map((name) => `${name} names a package registry`),
    ...lock.packages.flatMap((one) => faultsOfInstalled(root, one, uses.get(idOf(one)) ?? 'runs')),
  ]
}

const idOf = ({ name, version }: Package) => `${name}@${version}`

function faultsOfPackage(one: Package): string[] {
  if (one.source !== '') return [`${idOf(one)} comes from its own source, not from the registry`]
  return /^sha512-[\w+/]{86}==$/.test(one.integrity) ? [] : [`${idOf(one)} has no SHA-512 hash`]
}

const faultsOfRanges = (ranges: Record<string, string>): string[] =>
  Object.entries(ranges)
    .filter(([, range]) => !/^[\^~]?\d+\.\d+\.\d+(?![\d])[\w.+-]*$/.test(range))
    .map(([name, range]) => `package.json needs ${name} from ${range} instead of a version`)

const faultsOfPeers = ({ direct }: Lock, one: Package): string[] =>
  one.peers
    .filter((name) => !Object.values(direct).some((ranges) => name in ranges) && !(name in peersLeftOut))
    .map((name) => `${idOf(one)} needs ${name} beside it: name it in package.json`)

function faultsOfScripts(root: string, lock: Lock): string[] {
  const { trustedDependencies: asked } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    trustedDependencies?: string[]
  }
  if (asked === undefined)
    return ['trustedDependencies is missing: Bun would run the install scripts on its own list']
  return [...new Set([...asked, ...(lock.trusted ?? [])])]
    .filter((name) => installScripts[name] === undefined)
    .map((name) => `${name} may run install scripts, which nothing here needs`)
}

/** A clone installs packages from its own machine's registry. */
function namesRegistry(root: string, name: string): boolean {
  const path = join(root, name)
  return (
    existsSync(path) &&
    /^[\w@:/-]{0,200}registry *=|\[install\.(?:scopes|registry)\]/m.test(readFileSync(path, 'utf8'))
  )
}

function faultsOfInstalled(root: string, one: Package, use: Use): string[] {
  const installed = installedAt(root, one.place)
  if (installed === null) return []
  if (installed.version !== one.version)
    return [`${one.name} is locked at ${one.version}, but ${installed.version} is installed`]
  if (installed.license === null) return [`${idOf(one)} names no license`]
  return isAllowed(installed.license, use) ? [] : [`${idOf(one)} has the license ${installed.license}`]
}

/** Flat expressions only: a person reads a nested one and adds it to the list as it is. */
export function isAllowed(expression: string, use: Use): boolean {
  const flat = expression.replace(/^\((.*)\)$/, '$1')
  const passes = (name: string) => {
    const license = licenses[name]
    return license !== undefined && (license.only === undefined || license.only === use)
  }
  if (flat.includes(' AND ')) return flat.split(' AND ').every(passes)
  return flat.split(' OR ').some(passes)
}

function usesOf(root: string): Map<string, Use> {
  return new Map(
    bomOf(root, {}).components.map(({ group, name, version, scope }) => [
      `${group === undefined ? '' : `${group}/`}${name}@${version}`,
      scope === 'excluded' ? 'builds' : 'runs',
    ]),
  )
}

/** How much of the lock file these checks could see: packages for other platforms aren't installed here. */
export function lookedAt(root: string): { packages: number; licensed: number } {
  const { packages } = readLock(root)
  return {
    packages: packages.length,
    licensed: packages.filter((one) => installedAt(root, one.place) !== null).length,
  }
}

type Advisories = Record<string, { title: string; severity: string; url: string }[]>
export type Audit = { known: string[] } | { skipped: string }

/** Asks the configured registry's advisory service, as `bun audit` does. */
export async function audit(root: string, env: Record<string, string | undefined>): Promise<Audit> {
  const asking = Bun.spawn([process.execPath, 'audit', '--json'], {
    cwd: root,
    env,
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 60_000,
  })
  const [answer, complaint] = await Promise.all([
    new Response(asking.stdout).text(),
    new Response(asking.stderr).text(),
    asking.exited,
  ])
  try {
    const advisories = Object.entries(JSON.parse(answer) as Advisories)
    return {
      known: advisories.flatMap(([name, list]) =>
        list.map(({ title, severity, url }) => `${name}: ${title} (${severity}, ${url})`),
      ),
    }
  } catch {
    const reason = /\b\d{3}$|\b[A-Z][a-zA-Z]{1,60}$/.exec(complaint.trim())?.[0] ?? 'no answer'
    return { skipped: `No advisory service answered (${reason}). Run it where one is reachable.` }
  }
}

if (import.meta.main) {
  const root = join(import.meta.dir, '..')
  const faults = faultsOf(root)
  const { packages, licensed } = lookedAt(root)
  const audited = await audit(root, process.env)
  const known = 'known' in audited ? audited.known : []
  for (const fault of [...faults, ...known]) process.stderr.write(`${fault}\n`)
  const lines = [
    `${packages} packages: every hash and source was checked, and the licenses of the ${licensed} installed here.`,
    'skipped' in audited
      ? `Audit skipped: ${audited.skipped}`
      : `Audit: ${known.length} known vulnerabilities.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = faults.length + known.length === 0 ? 0 : 1
}
