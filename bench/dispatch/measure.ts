import { planInSlices } from '../../src/modules/scheduling/engine/plan'
import type { Plan, World } from '../../src/modules/scheduling/engine/world'
import { median } from '../support/rounds'
import { CASES, GROWTH } from './cases'
import { greedyPlan } from './greedy'
import { makeWorld } from './worlds'

export interface Measurement {
  id: string
  assigned: number
  travelHours: number
  /** The first plan of a new process, and the median of those after it. */
  firstMs: number
  laterMs: number
  /** Their CPU time, all threads together, which a busy machine doesn't distort. */
  laterCpuMs: number
  /** The longest time between two points where other work can run, once warm. */
  longestPieceMs: number
  peakMb: number
  greedy: Record<'end' | 'gap', { assigned: number; travelHours: number }>
}

/** Measures one case in a separate process, so the memory is that of the case alone. */
export function measureCase(id: string, rounds: number): Measurement {
  const found = [...CASES, ...GROWTH].find((one) => one.id === id)
  if (!found) throw new Error(`there is no case ${id}`)
  const world = makeWorld(found)
  const runs = Array.from({ length: rounds + 1 }, () => timedPlan(world))
  const [first, ...later] = runs
  if (!first || later.length === 0) throw new Error('at least one round is needed')
  const peakMb = process.resourceUsage().maxRSS / 1_024
  const greedy = (manner: 'end' | 'gap') => {
    const { visits, addedTravel } = greedyPlan(world, manner)
    return { assigned: visits.length, travelHours: addedTravel / 60 }
  }
  return {
    id,
    assigned: first.plan.placements.length,
    travelHours: first.plan.addedTravel / 60,
    firstMs: first.ms,
    laterMs: median(later.map(({ ms }) => ms)),
    laterCpuMs: median(later.map(({ cpuMs }) => cpuMs)),
    longestPieceMs: median(later.map(({ longest }) => longest)),
    peakMb,
    greedy: { end: greedy('end'), gap: greedy('gap') },
  }
}

function timedPlan(world: World): { plan: Plan; ms: number; cpuMs: number; longest: number } {
  const cpu = process.cpuUsage()
  const began = performance.now()
  const work = planInSlices(world)
  let longest = 0
  for (let last = began; ;) {
    const piece = work.next()
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!piece.done) continue
    const { user, system } = process.cpuUsage(cpu)
    return { plan: piece.value, ms: now - began, cpuMs: (user + system) / 1_000, longest }
  }
}

if (import.meta.main) {
  console.log(JSON.stringify(measureCase(process.argv[2] ?? '', Number(process.argv[3] ?? 3))))
}
