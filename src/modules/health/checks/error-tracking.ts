import { hour } from '../../../lib/clock'
import { countErrors } from '../../errors/service'
import type { Check } from '../check'

export const errorTracking: Check = async (deps) => {
  const now = deps.clock.now()
  return {
    status: 'up',
    reportedLastHour: await countErrors(deps, now - hour),
    failedLastHour: deps.requests.failuresSince(now - hour),
  }
}
