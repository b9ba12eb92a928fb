import { plan } from '../../src/modules/scheduling/engine/plan'
import { seededRandom } from '../../src/modules/scheduling/engine/random'
import {
  defaultOptions,
  type PlanOptions,
  type OpenJob,
  type Place,
  type World,
} from '../../src/modules/scheduling/engine/world'
import { bestCost, trueCost } from './exhaustive-search'
import { estimateTravel } from './worlds'

export interface Comparison {
  cases: number
  /** Cases where the plan leaves out no more than the best one and costs at most 5% more. */
  within: number
  exact: number
  /** The largest share above the best cost among the cases that leave out as little. */
  worst: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const monday = Date.UTC(2026, 2, 2)
const tolerance = 1.05

/** Plans worlds of at most seven jobs and three workers, and compares each with the best plan. */
export function compareSmallWorlds(
  cases: number,
  seed: number,
  options: PlanOptions = defaultOptions,
): Comparison {
  const result: Comparison = { cases, within: 0, exact: 0, worst: 0 }
  const random = seededRandom(seed)
  for (let at = 0; at < cases; at += 1) {
    const world = smallWorld(random)
    const best = bestCost(world, options)
    const ours = trueCost(world, plan(world, options), options)
    if (ours.unplaced > best.unplaced + 1e-6) continue
    const above = best.placed <= 0 ? ours.placed - best.placed : ours.placed / best.placed - 1
    if (above < 1e-9) result.exact += 1
    if (above <= tolerance - 1) result.within += 1
    result.worst = Math.max(result.worst, above)
  }
  return result
}

function smallWorld(random: () => number): World {
  const below = (count: number) => Math.floor(random() * count)
  const days = 1 + below(2)
  const place = (): Place => ({ lat: 40 + random() * 0.4, lng: -75 + random() * 0.4 })
  const workers = Array.from({ length: 1 + below(3) }, (_, at) => ({
    id: `worker-${at}`,
    franchiseId: null,
    active: true,
    skills: random() < 0.7 ? ['clean', 'repair'] : ['clean'],
    home: place(),
    days: Array.from({ length: days }, (_, on) => ({
      date: new Date(monday + on * day).toISOString().slice(0, 10),
      start: monday + on * day,
      end: monday + (on + 1) * day,
      shifts: [{ start: monday + on * day + 8 * hour, end: monday + on * day + (12 + below(6)) * hour }],
      traffic: null,
    })),
    timeOff: [],
    maxJobsPerDay: random() < 0.3 ? 1 + below(4) : null,
    maxMinutesPerDay: random() < 0.2 ? 180 + below(240) : null,
    visits: [],
  }))
  const jobs = Array.from({ length: 1 + below(7) }, (_, at): OpenJob => {
    const from = monday + below(days) * day + (8 + below(6)) * hour
    return {
      id: `job-${at}`,
      franchiseId: null,
      place: place(),
      durationMinutes: 30 + below(10) * 10,
      bufferMinutes: below(3) * 5,
      skills: random() < 0.3 ? ['repair'] : ['clean'],
      inServiceArea: true,
      windows: random() < 0.4 ? null : [{ from, until: from + (1 + below(4)) * hour }],
      priority: below(101),
      waitingSince: monday - below(10) * day,
      valueCents: 0,
      lastWorkerId: random() < 0.3 ? `worker-${below(3)}` : null,
      preferredWorkerId: null,
    }
  })
  return { now: monday, workers, jobs, travel: estimateTravel }
}
