import { hour } from '../../../../lib/clock'
import { countClientErrors } from '../../client-errors'
import type { Check } from '../check'

export const errorTracking: Check = async (deps) => {
  const now = deps.clock.now()
  return {
    status: 'up',
    reportedLastHour: await countClientErrors(deps, now - hour),
    failedLastHour: deps.requests.failuresSince(now - hour),
  }
}
