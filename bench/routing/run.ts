import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bindCleanup, type Cleanup, createCleanup } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine } from '../support/machine'
import { runCommand } from '../support/processes'
import { writeSection } from '../support/section'
import { maps, type BenchMap } from './maps'
import type { Comparison } from './measure'
import {
  accuracyTable,
  importTable,
  type Imported,
  type MapResult,
  reportSection,
  type Results,
  speedTable,
  targetLines,
} from './report'
import { buildTiles, installValhalla } from './valhalla'
import { measureCalm } from './vitals'

const PROJECT = join(import.meta.dir, '../..')
const DOCUMENT = join(PROJECT, 'docs/benchmarks.md')
const NAMES = maps.map(({ name }) => name).join(',')
const USAGE = `bun run bench:routing [--extracts ../shared/data/osm] [--only ${NAMES}] [--starts 8] [--rounds 5]

Compares our road graph with the real Valhalla, which is installed into the user's cache folder (280 MB) on the
first run. A run with --only prints its tables and leaves docs/benchmarks.md alone.`

interface Options {
  extracts: string
  only: string[] | null
  starts: string
  rounds: string
}

async function main({ extracts, only, starts, rounds }: Options, cleanup: Cleanup): Promise<void> {
  if (!existsSync(extracts))
    throw new Error(`there are no extracts in ${extracts}; name their folder with --extracts`)
  await installValhalla(cleanup)
  const folder = makeDataFolder('truckroll-bench-routing-')
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const results: MapResult[] = []
  for (const map of maps.filter(({ name }) => only === null || only.includes(name)))
    results.push(await measureMap(map, extracts, folder, [starts, rounds], cleanup))
  const large = results.find(({ label }) => label.includes('×'))
  const calm = large ? await measureCalm(join(folder, 'tiled'), large.imported.info.bounds, cleanup) : null
  const all: Results = { maps: results, calm, load: loadavg()[0] ?? 0 }
  console.log(
    [accuracyTable(all), speedTable(all), importTable(all), targetLines(all).join('\n')].join('\n\n'),
  )
  if (only !== null) return
  writeSection(
    DOCUMENT,
    'Benchmarks',
    'bench:routing',
    reportSection(all, describeMachine(folder, null), new Date()),
  )
  console.log('\nWritten to docs/benchmarks.md')
}

async function measureMap(
  map: BenchMap,
  extracts: string,
  folder: string,
  effort: [starts: string, rounds: string],
  cleanup: Cleanup,
): Promise<MapResult> {
  console.log(map.label)
  const file = map.file(extracts)
  const dataDir = join(folder, map.name)
  mkdirSync(dataDir, { recursive: true })
  const tiles = await buildTiles(map.name, file)
  const imported = await inProcess<Imported>(['import-map.ts', file, dataDir], cleanup)
  const comparison = await inProcess<Comparison>(['measure.ts', map.name, folder, ...effort], cleanup)
  return { label: map.label, size: statSync(file).size / 1e6, imported, tiles, comparison }
}

/** Separate processes, so one measurement's memory and warm-up don't affect the next. */
async function inProcess<T>([script, ...words]: [string, ...string[]], cleanup: Cleanup): Promise<T> {
  const command = [process.execPath, join(import.meta.dir, script), ...words]
  const env = { ...process.env } as Record<string, string>
  return JSON.parse(await runCommand({ command, cwd: PROJECT, env, withinMs: 1_800_000 }, cleanup)) as T
}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      extracts: { type: 'string', default: join(PROJECT, '../shared/data/osm') },
      only: { type: 'string' },
      starts: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  const only = values.only?.split(',').map((name) => name.trim()) ?? null
  const unknown = only?.filter((name) => !maps.some((map) => map.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`--only knows ${NAMES}, not ${unknown.join(', ')}`)
  for (const [option, value] of Object.entries({ starts: values.starts, rounds: values.rounds }))
    if (!/^[1-9]\d?$/.test(value)) throw new Error(`--${option} takes a whole number from 1 to 99`)
  return { extracts: values.extracts, only, starts: values.starts, rounds: values.rounds }
}

const cleanup = createCleanup()
bindCleanup(cleanup)
try {
  const options = readOptions()
  if (options) await main(options, cleanup)
  else console.log(USAGE)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  cleanup.run()
}
