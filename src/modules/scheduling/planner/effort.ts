import { effortRounds, type Effort } from '../engine/world'

/** How long a search may take. Small companies run out of rounds first, so their plans repeat exactly. */
export interface Budget {
  roundsPerJob: number
  /** CPU time after which the search answers with the best plan so far. */
  cpuMs: number
}

const msPerJob: Record<Effort, number> = { quick: 0.25, normal: 1, thorough: 20 }
const mostMs = 20_000
/** Even a small franchise may take this long, because a slow machine needs it for its rounds. */
const leastMs = 1_000

/** The share of a run over `all` jobs that a franchise with `own` of them gets. */
export function budgetFor(effort: Effort, own: number, all: number): Budget {
  const whole = Math.min(mostMs, all * msPerJob[effort])
  const share = all === 0 ? 0 : (whole * own) / all
  return { roundsPerJob: effortRounds[effort], cpuMs: Math.max(leastMs, share) }
}
