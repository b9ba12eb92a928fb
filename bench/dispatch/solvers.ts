import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Placement, Plan, World } from '../../src/modules/scheduling/engine/world'
import type { Cleanup } from '../support/cleanup'
import { plainEnvironment, runCommand } from '../support/processes'
import { gapWorld, rateGap, type Gap } from './gap'

interface Solver {
  name: string
  /** The Python package and the script that calls it. */
  module: string
  script: string
}

interface Solved {
  cpuSeconds: number
  visits: { jobId: string; workerId: string; day: number; start: number }[]
}

const FOLDER = join(import.meta.dir, 'solvers')
const SOLVERS: Solver[] = [
  { name: 'VROOM', module: 'vroom', script: 'solve_vroom.py' },
  { name: 'PyVRP', module: 'pyvrp', script: 'solve_pyvrp.py' },
]

/** The solvers that Python can load here. The others are named in a line of output. */
export function presentSolvers(python: string): Solver[] {
  return SOLVERS.filter(({ name, module }) => {
    const isThere = canLoad(python, module)
    if (!isThere) console.log(`${name} is skipped: ${python} can't load ${module}`)
    return isThere
  })
}

function canLoad(python: string, module: string): boolean {
  if (Bun.which(python) === null) return false
  const { exitCode } = Bun.spawnSync([python, '-c', `import numpy, ${module}`], { env: plainEnvironment() })
  return exitCode === 0
}

/** Plans a world with another planner and the same rules, within a CPU time, and checks its plan like ours. */
export async function solveWith(
  python: string,
  { name, script }: Solver,
  id: string,
  seconds: number,
  cleanup: Cleanup,
): Promise<Gap> {
  const world = gapWorld(id)
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-solver-'))
  const remove = cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const input = join(folder, 'world.json')
  const { travel: _, ...plain } = world
  await Bun.write(input, JSON.stringify(plain))
  const printed = await runCommand(
    {
      command: [python, join(FOLDER, script), input, seconds.toFixed(2)],
      cwd: FOLDER,
      env: { ...plainEnvironment(), PYTHONDONTWRITEBYTECODE: '1' },
      withinMs: 60_000 + 20_000 * seconds,
    },
    cleanup,
  )
  remove()
  const { cpuSeconds, visits } = JSON.parse(printed) as Solved
  return rateGap(id, `${name}, ${seconds.toFixed(1)} s`, world, planOf(world, visits), cpuSeconds * 1_000)
}

const nothing = { travel: 0, lateness: 0, balance: 0, familiarity: 0, total: 0 }

function planOf(world: World, visits: Solved['visits']): Plan {
  const jobs = new Map(world.jobs.map((job) => [job.id, job]))
  const placements = visits.map((visit): Placement => {
    const { durationMinutes, bufferMinutes } = jobs.get(visit.jobId)!
    const end = visit.start + (durationMinutes ?? 0) * 60_000
    const busyUntil = end + bufferMinutes * 60_000
    return { ...visit, end, busyUntil, score: nothing, runnerUp: null }
  })
  const placed = new Set(visits.map(({ jobId }) => jobId))
  const unplaced = world.jobs
    .filter(({ id }) => !placed.has(id))
    .map(({ id, skills, franchiseId }) => {
      const isPossible = world.workers.some(
        (worker) =>
          worker.franchiseId === franchiseId && skills.every((skill) => worker.skills.includes(skill)),
      )
      return { jobId: id, reason: isPossible ? ('no_capacity' as const) : ('no_skill' as const) }
    })
  return { placements, unplaced, addedTravel: drivingOf(world, placements) }
}

function drivingOf(world: World, placements: Placement[]): number {
  const jobs = new Map(world.jobs.map((job) => [job.id, job]))
  const routes = Map.groupBy(placements, ({ workerId, day }) => `${workerId} ${day}`)
  const homes = new Map(world.workers.map(({ id, home }) => [id, home]))
  let total = 0
  for (const visits of routes.values()) {
    const home = homes.get(visits[0]!.workerId)!
    const stops = visits.toSorted((a, b) => a.start - b.start).map(({ jobId }) => jobs.get(jobId)!.place!)
    const round = [home, ...stops, home]
    for (let at = 1; at < round.length; at += 1) total += Math.ceil(world.travel(round[at - 1]!, round[at]!))
  }
  return total
}
