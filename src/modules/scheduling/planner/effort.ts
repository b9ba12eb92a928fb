import type { Effort } from '../engine/world'

/** How long a search may take. Rounds end it, so the same jobs get the same plan on any machine. */
export interface Budget {
  roundsPerJob: number
  /** For the searches that move scheduled visits, each of which begins with what the one before found. */
  replan: { roundsPerJob: number; passes: number }
  /** CPU time after which the search answers with the best plan so far. Only a machine in trouble needs so much. */
  cpuMs: number
}

interface Rounds {
  /** So many are shared by all jobs of a run. 75,000 rounds take about a second. */
  ofRun: number
  /** Limits per job: companies of any size get the first, and more than the second gain little. */
  least: number
  most: number
  /** So many are shared by the passes of a replan. */
  ofReplan: number
}

const rounds: Record<Effort, Rounds> = {
  quick: { ofRun: 0, least: 8, most: 8, ofReplan: 20_000 },
  normal: { ofRun: 75_000, least: 42, most: 300, ofReplan: 80_000 },
  thorough: { ofRun: 300_000, least: 300, most: 1_000, ofReplan: 1_600_000 },
}
/** A plan of few jobs is as good as it gets after this many rounds for each of them, times their number. */
const roundsPerPair = 6
const passes = { least: 2, most: 8 }

const mostMs = 20_000
const leastMs = 5_000

/** The share of a run over `all` jobs that a franchise with `own` of them gets. */
export function budgetFor(effort: Effort, own: number, all: number): Budget {
  const { ofRun, least, most, ofReplan } = rounds[effort]
  const share = all === 0 ? 0 : own / all
  const enough = Math.min(most, roundsPerPair * own)
  const perPass = Math.max(1, own * least)
  return {
    roundsPerJob: Math.max(least, Math.min(enough, Math.floor(ofRun / Math.max(1, all)))),
    replan: {
      roundsPerJob: least,
      passes: Math.max(passes.least, Math.min(passes.most, Math.floor(ofReplan / perPass))),
    },
    cpuMs: Math.max(leastMs, mostMs * share),
  }
}
