import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bindCleanup, type Cleanup, createCleanup } from '../support/cleanup'
import { describeMachine } from '../support/machine'
import { plainEnvironment, runCommand } from '../support/processes'
import { writeSection } from '../support/section'
import { CASES, GROWTH } from './cases'
import type { Measurement } from './measure'
import { caseTable, growthTable, reportSection, serviceLines, serviceTable, targetLines } from './report'
import { measureService, type ServiceMeasurement } from './service'
import { compareSmallWorlds } from './small-worlds'
import { compareWeeks } from './weeks-report'

const PROJECT = join(import.meta.dir, '../..')
const DOCUMENT = join(PROJECT, 'docs/benchmarks.md')
/** The companies that the running service dispatches too. */
const SERVED = ['franchises', 'pool']
/** Two simulated weeks. */
const WEEKS = 'weeks'
const PARTS = [...CASES.map(({ id }) => id), WEEKS]
const USAGE = `bun run bench:dispatch [--rounds 3] [--seeds 5] [--only ${PARTS.join(',')}]

Plans four seeded companies and compares them with a nearest-worker baseline, plans a series of growing ones,
and compares 500 small worlds with their optimal plans. Then runs dispatch over HTTP in the first two, with
other requests at the same time, and lives through two weeks with bookings, cancellations and sick calls for each of
--seeds. A run with --only prints its table and leaves docs/benchmarks.md alone.`

async function main({ rounds, seeds, only }: Options, cleanup: Cleanup): Promise<void> {
  const began = loadavg()[0] ?? 0
  const cases = CASES.filter(({ id }) => only === null || only.includes(id))
  const growth = only === null ? GROWTH : []
  const measured = new Map<string, Measurement>()
  for (const { id, label } of [...cases, ...growth]) {
    console.log(label)
    measured.set(id, await measureApart(id, rounds, cleanup))
  }
  const small = only === null ? compareSmallWorlds(500, 7) : null
  const served = cases.filter(({ id }) => SERVED.includes(id))
  const services = new Map<string, ServiceMeasurement>()
  for (const one of served) {
    console.log(`${one.label}, over HTTP`)
    services.set(one.id, await measureService(one, cleanup))
  }
  const weeks = only === null || only.includes(WEEKS) ? compareWeeks(seeds) : null
  const tables = [
    ...(cases.length > 0 ? [caseTable(cases, measured)] : []),
    ...(only === null ? [growthTable(growth, measured)] : []),
    ...(served.length > 0 ? [serviceTable(served, services)] : []),
    ...(weeks ? [weeks.table] : []),
  ]
  const targets = [...targetLines(measured, small), ...serviceLines(services), ...(weeks?.lines ?? [])]
  console.log(`\n${tables.join('\n\n')}\n\n${targets.join('\n')}`)
  if (only !== null) return
  const load = { began, ended: loadavg()[0] ?? 0 }
  const section = reportSection(tables, targets, rounds, describeMachine(tmpdir(), null), load, new Date())
  writeSection(DOCUMENT, 'Benchmarks', 'bench:dispatch', section)
  console.log('\nWritten to docs/benchmarks.md')
}

async function measureApart(id: string, rounds: number, cleanup: Cleanup): Promise<Measurement> {
  const printed = await runCommand(
    {
      command: [process.execPath, join(import.meta.dir, 'measure.ts'), id, String(rounds)],
      cwd: PROJECT,
      env: plainEnvironment(),
      withinMs: 300_000,
    },
    cleanup,
  )
  return JSON.parse(printed) as Measurement
}

interface Options {
  rounds: number
  seeds: number
  only: string[] | null
}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seeds: { type: 'string', default: '5' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 15) {
    throw new Error('--rounds takes a whole number from 1 to 15')
  }
  const seeds = Number(values.seeds)
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > 1000) {
    throw new Error('--seeds takes a whole number from 1 to 1000')
  }
  const only = values.only?.split(',').map((name) => name.trim()) ?? null
  const unknown = only?.filter((name) => !PARTS.includes(name)) ?? []
  if (unknown.length > 0) {
    throw new Error(`--only knows ${PARTS.join(', ')}, not ${unknown.join(', ')}`)
  }
  return { rounds, seeds, only }
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
