import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bindCleanup, type Cleanup, createCleanup } from '../support/cleanup'
import { describeMachine } from '../support/machine'
import { plainEnvironment, runCommand } from '../support/processes'
import { writeSection } from '../support/section'
import { efforts } from '../../src/modules/scheduling/engine/world'
import { type Case, CASES, GAP_CASES, GROWTH } from './cases'
import type { Gap } from './gap'
import { gapLines, gapTable } from './gap-report'
import type { Measurement } from './measure'
import { caseTable, growthTable, reportSection, serviceLines, serviceTable, targetLines } from './report'
import { measureService, type ServiceMeasurement } from './service'
import { compareSmallWorlds } from './small-worlds'
import { presentSolvers, solveWith } from './solvers'
import { compareWeeks } from './weeks-report'

const PROJECT = join(import.meta.dir, '../..')
const DOCUMENT = join(PROJECT, 'docs/benchmarks.md')
/** The companies that the running service dispatches too. */
const SERVED = ['franchises', 'pool']
/** Two simulated weeks. */
const WEEKS = 'weeks'
const PARTS = [...new Set([...CASES, ...GAP_CASES].map(({ id }) => id)), WEEKS]
const USAGE = `bun run bench:dispatch [--rounds 3] [--seeds 5] [--python python3] [--only ${PARTS.join(',')}] [--gaps]

Plans four seeded companies and compares them with a nearest-worker baseline, plans a series of growing ones,
and compares 500 small worlds with their optimal plans. Then compares the driving in three large worlds with the best
known plans, with VROOM and PyVRP beside it if Python has them (pip install pyvroom pyvrp), runs dispatch over
HTTP in the first two companies, with other requests at the same time, and lives through two weeks with
bookings, cancellations and sick calls for each of --seeds. A run with --only prints its tables and leaves
docs/benchmarks.md alone; with --gaps it compares with the best known plans only.`

interface Options {
  rounds: number
  seeds: number
  only: string[] | null
  gaps: boolean
  python: string
}

async function main({ rounds, seeds, only, gaps, python }: Options, cleanup: Cleanup): Promise<void> {
  const began = loadavg()[0] ?? 0
  const chosen = (all: Case[]) => all.filter(({ id }) => only === null || only.includes(id))
  if (gaps) {
    const measured = await measureGaps(chosen(GAP_CASES), python, cleanup)
    console.log(`\n${gapTable(GAP_CASES, measured)}\n\n${gapLines(measured).join('\n')}`)
    return
  }
  const cases = chosen(CASES)
  const growth = only === null ? GROWTH : []
  const measured = new Map<string, Measurement>()
  for (const { id, label } of [...cases, ...growth]) {
    console.log(label)
    measured.set(id, await measureApart(id, rounds, cleanup))
  }
  const small = only === null ? compareSmallWorlds(500, 7) : null
  const gapped = await measureGaps(chosen(GAP_CASES), python, cleanup)
  const served = cases.filter(({ id }) => SERVED.includes(id))
  const services = new Map<string, ServiceMeasurement>()
  for (const one of served) {
    console.log(`${one.label}, over HTTP`)
    services.set(one.id, await measureService(one, cleanup))
  }
  const weeks =
    only === null || only.includes(WEEKS) ? compareWeeks(seeds, (line) => console.log(line)) : null
  const tables = [
    ...(cases.length > 0 ? [caseTable(cases, measured)] : []),
    ...(only === null ? [growthTable(growth, measured)] : []),
    ...(gapped.size > 0 ? [gapTable(GAP_CASES, gapped)] : []),
    ...(served.length > 0 ? [serviceTable(served, services)] : []),
    ...(weeks ? [weeks.table] : []),
  ]
  const targets = [
    ...targetLines(measured, small),
    ...gapLines(gapped),
    ...serviceLines(services),
    ...(weeks?.lines ?? []),
  ]
  console.log(`\n${tables.join('\n\n')}\n\n${targets.join('\n')}`)
  if (only !== null) return
  const load = { began, ended: loadavg()[0] ?? 0 }
  const section = reportSection(tables, targets, rounds, describeMachine(tmpdir(), null), load, new Date())
  writeSection(DOCUMENT, 'Benchmarks', 'bench:dispatch', section)
  console.log('\nWritten to docs/benchmarks.md')
}

async function measureApart(id: string, rounds: number, cleanup: Cleanup): Promise<Measurement> {
  return JSON.parse(await runApart(['measure.ts', id, String(rounds)], cleanup)) as Measurement
}

/** Each effort in a separate process, then the other planners with the CPU time of the longest. */
async function measureGaps(cases: Case[], python: string, cleanup: Cleanup): Promise<Map<string, Gap[]>> {
  const solvers = cases.length > 0 ? presentSolvers(python) : []
  const measured = new Map<string, Gap[]>()
  for (const { id, label } of cases) {
    console.log(`${label}, compared with the best known plan`)
    const gaps: Gap[] = []
    for (const effort of efforts) {
      gaps.push(JSON.parse(await runApart(['gap.ts', id, effort], cleanup)) as Gap)
    }
    const seconds = Math.max(...gaps.map(({ cpuMs }) => cpuMs)) / 1_000
    for (const solver of solvers) gaps.push(await solveWith(python, solver, id, seconds, cleanup))
    measured.set(id, gaps)
  }
  return measured
}

async function runApart([script = '', ...args]: string[], cleanup: Cleanup): Promise<string> {
  const command = [process.execPath, join(import.meta.dir, script), ...args]
  return await runCommand({ command, cwd: PROJECT, env: plainEnvironment(), withinMs: 600_000 }, cleanup)
}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seeds: { type: 'string', default: '5' },
      only: { type: 'string' },
      gaps: { type: 'boolean', default: false },
      python: { type: 'string', default: 'python3' },
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
  return { rounds, seeds, only, gaps: values.gaps, python: values.python }
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
