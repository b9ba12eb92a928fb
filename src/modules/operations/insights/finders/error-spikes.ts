import { day, hour } from '../../../../lib/clock'
import { countClientErrors } from '../../client-errors'
import { counted, type Finder, type Insight } from '../insight'

const fewest = 10
const timesUsual = 3
const failuresTolerated = 5

export const errorSpikes: Finder = async (deps) => {
  const now = deps.clock.now()
  const found: Insight[] = []
  const lately = await countClientErrors(deps, now - hour)
  const week = await countClientErrors(deps, now - 7 * day)
  const usual = (week - lately) / (7 * 24 - 1)
  if (lately >= fewest && lately > timesUsual * usual)
    found.push({
      severity: lately >= 10 * fewest ? 'high' : 'medium',
      category: 'performance',
      title: `${counted(lately, 'error')} reported in the last hour`,
      detail: `Usually it is ${usual.toFixed(1)} an hour.`,
      action:
        'See Health, Errors (GET /api/dev/errors), grouped by fault; the newest deployment is the first suspect.',
    })
  const failed = deps.requests.failuresSince(now - hour)
  if (failed >= failuresTolerated)
    found.push({
      severity: 'high',
      category: 'performance',
      title: `${counted(failed, 'request')} failed in the last hour`,
      detail: 'They were answered with 500 or above.',
      action: 'Look for "request failed" in the log; it names the cause and the request.',
    })
  return found
}
