import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cleanup, runBench } from '../support/cleanup'
import { makeDataFolder } from '../support/disk'
import { describeMachine, machineLines } from '../support/machine'
import { writeSection } from '../support/section'
import { type Cost, measurePath, ratioOf } from './measure'
import { type Options, parseOptions, usage } from './options'
import { pathNames, type PathName } from './paths'
import { hasGrown, nextRatios, type Ratios } from './ratios'
import { costTable, reportSection } from './report'

const project = join(import.meta.dir, '../..')
const ratiosFile = join(import.meta.dir, 'ratios.json')

/** A path that seems to cost too much gets more rounds, because a busy machine can only make it look worse. */
const extraTries = 2
const extraRounds = 2

async function main(options: Options, cleanup: Cleanup): Promise<void> {
  const folder = makeDataFolder('truckroll-cost-')
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const committed: Ratios = existsSync(ratiosFile) ? JSON.parse(readFileSync(ratiosFile, 'utf8')) : {}
  const costs = new Map<PathName, Cost>()
  for (const name of options.only) {
    console.error(`measuring ${name}`)
    costs.set(name, await measureFairly(name, committed[name], options, folder, cleanup))
  }
  console.log(costTable(costs, committed))
  const grown = [...costs].filter(([name, cost]) => hasGrown(ratioOf(cost), committed[name] ?? Infinity))
  if (options.write) {
    if (writeRatios(committed, costs) && costs.size === pathNames.length) writeReport(costs, options, folder)
  } else if (grown.length > 0) {
    console.error(`\nThese cost more than they may: ${grown.map(([name]) => name).join(', ')}`)
    process.exitCode = 1
  }
}

async function measureFairly(
  name: PathName,
  committed: number | undefined,
  options: Options,
  folder: string,
  cleanup: Cleanup,
): Promise<Cost> {
  let cost = await measurePath(name, options, folder, cleanup)
  for (let tried = 0; tried < extraTries; tried++) {
    if (options.write || committed === undefined || !hasGrown(ratioOf(cost), committed)) break
    console.error(`measuring ${name} again: ${ratioOf(cost).toFixed(2)} instead of ${committed}`)
    const rounds = options.rounds + extraRounds
    const again = await measurePath(name, { ...options, rounds }, folder, cleanup)
    cost = {
      service: Math.min(cost.service, again.service),
      bare: Math.min(cost.bare, again.bare),
    }
  }
  return cost
}

/** False, and nothing is written, when a ratio would go up without a reason. */
function writeRatios(committed: Ratios, costs: Map<PathName, Cost>): boolean {
  const measured = Object.fromEntries([...costs].map(([name, cost]) => [name, ratioOf(cost)]))
  const changelog = readFileSync(join(project, 'CHANGELOG.md'), 'utf8')
  const { ratios, missing } = nextRatios(committed, measured, changelog)
  if (missing.length > 0) {
    console.error(
      `\nNothing was written. To raise a ratio, add to the unreleased part of CHANGELOG.md:\n${missing.join('\n')}`,
    )
    process.exitCode = 1
    return false
  }
  writeFileSync(ratiosFile, `${JSON.stringify(ratios, null, 2)}\n`)
  return true
}

function writeReport(costs: Map<PathName, Cost>, { rounds }: Options, folder: string): void {
  const machine = machineLines(describeMachine(folder, null), new Date())
  const body = reportSection(costs, rounds, machine)
  writeSection(join(project, 'docs/benchmarks.md'), 'Benchmarks', 'bench:cost', body)
}

await runBench(async (cleanup) => {
  const options = parseOptions(process.argv.slice(2))
  if (options) await main(options, cleanup)
  else console.log(usage)
})
