import { plan } from '../../src/modules/scheduling/engine/plan'
import {
  defaultOptions,
  type Effort,
  type OpenJob,
  type Plan,
  type World,
} from '../../src/modules/scheduling/engine/world'
import { budgetFor } from '../../src/modules/scheduling/planner/effort'
import { checkPlan } from '../../tests/support/plan-checker'
import { BEST_KNOWN } from './best-known'
import { companyOf, GAP_CASES } from './cases'
import { makeWorld } from './worlds'

export interface Gap {
  planner: string
  /** Minutes of driving, plus the cost of jobs left out though someone could do them. */
  cost: number
  /** The share above the best known cost, or not a number while none is known. */
  gap: number
  leftOut: number
  cpuMs: number
}

/** Only driving counts, as in the plans of other planners. */
export const travelOnly = {
  minutesPerDayLate: 0,
  minutesPerDayLateAtTop: 0,
  balanceMinutes: 0,
  familiarityMinutes: 0,
}

export function gapWorld(id: string): World {
  const [, jobs, seed] = /^(\d+)-(\d+)$/.exec(id) ?? []
  const found =
    jobs === undefined ? GAP_CASES.find((one) => one.id === id) : companyOf(Number(jobs), Number(seed))
  if (!found) throw new Error(`there is no world ${id}`)
  return makeWorld(found)
}

/** Checks a plan against the hard rules and compares its cost with the best known one. */
export function rateGap(id: string, planner: string, world: World, made: Plan, cpuMs: number): Gap {
  const [broken] = checkPlan(world, made, defaultOptions)
  if (broken !== undefined) throw new Error(`${planner} breaks a rule in ${id}: ${broken}`)
  const leftOut = new Set(
    made.unplaced.flatMap(({ jobId, reason }) => (reason === 'no_capacity' ? [jobId] : [])),
  )
  let cost = made.addedTravel
  for (const job of world.jobs) if (leftOut.has(job.id)) cost += unplacedCost(job, world.now)
  return { planner, cost, gap: cost / (BEST_KNOWN[id] ?? NaN) - 1, leftOut: leftOut.size, cpuMs }
}

function unplacedCost({ priority, waitingSince }: OpenJob, now: number): number {
  const weeks = Math.max(0, Math.min(1, (now - waitingSince) / (7 * 24 * 60 * 60_000)))
  return defaultOptions.unplacedMinutes * (1 + priority / 100 + weeks / 2)
}

/** How a world is planned with an effort, or with more rounds than anyone would wait for. */
export function planOf(world: World, effort: Effort | 'longest'): Plan {
  const { length } = world.jobs
  const roundsPerJob = effort === 'longest' ? 3_000 : budgetFor(effort, length, length).roundsPerJob
  return plan(world, { ...travelOnly, roundsPerJob })
}

/** The second plan of a new process, so the time is that of a process that has planned before. */
function measureGap(id: string, effort: Effort | 'longest'): Gap {
  const world = gapWorld(id)
  planOf(world, 'quick')
  const cpu = process.cpuUsage()
  const made = planOf(world, effort)
  return rateGap(id, `Truckroll, ${effort}`, world, made, process.cpuUsage(cpu).user / 1_000)
}

if (import.meta.main) {
  const [id = '', effort = 'normal'] = process.argv.slice(2)
  console.log(JSON.stringify(measureGap(id, effort as Effort)))
}
