import type { Deps } from '../../deps'
import { describeError } from '../../lib/log'
import { datesFrom } from '../../lib/recurrence'
import { workInBites } from '../billing/bites'
import { makeJob, type Horizon, type Result } from './make'
import type { GivenTemplate } from './model'

/** More than the shortest interval allows within the horizon. */
const mostDates = 3

/** The jobs of templates that came with the request; they have no memory here but their jobs. */
export async function makeGiven(
  deps: Deps,
  templates: readonly GivenTemplate[],
  horizon: Horizon,
  done: (result: Result) => void,
): Promise<void> {
  const dates = templates.flatMap((template) =>
    datesOf(template, horizon).map((date) => ({ template, date })),
  )
  let taken = 0
  await workInBites<{ template: GivenTemplate; date: string }, Result>(deps, {
    next: async (_, count) => dates.slice(taken, (taken += count)),
    one: (tx, { template, date }) => makeJob(tx, template, date, horizon),
    done,
    fault: async ({ template }, error) =>
      deps.log.error('a recurring job could not be made', { template: template.id, ...describeError(error) }),
  })
}

function datesOf(
  { active, anchorDate, intervalMonths, endDate = null }: GivenTemplate,
  { today, until }: Horizon,
): string[] {
  if (!active) return []
  return datesFrom({ anchorDate, intervalMonths, endDate }, today, mostDates).filter((date) => date <= until)
}
