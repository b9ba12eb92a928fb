import type { Deps } from './deps'
import { hour, minute } from './lib/clock'
import { sweepAnswers } from './http/idempotency'
import { sweepCodes } from './modules/customers/verify'
import { placeSoon } from './modules/jobs/place'
import { sweepMeasurements } from './modules/vitals/service'

export interface Upkeep {
  stop(): void
}

/** What is kept for a limited time only. */
const sweeps = { sweepAnswers, sweepCodes, sweepMeasurements }

/** The small regular work of a running service that is not one of the scheduled tasks. */
export function startUpkeep(deps: Deps): Upkeep {
  const sweepAll = () => {
    for (const [name, sweep] of Object.entries(sweeps)) deps.background.run(name, () => sweep(deps))
  }
  // Whatever a crash left waiting is taken up again at once.
  placeSoon(deps)
  sweepAll()
  const timers = [setInterval(sweepAll, hour), setInterval(() => placeSoon(deps), 5 * minute)]
  return { stop: () => timers.forEach(clearInterval) }
}
