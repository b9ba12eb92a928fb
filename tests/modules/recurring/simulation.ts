import { assemble } from '../../../src/compose'
import type { Deps } from '../../../src/deps'
import { dateAfterSteps } from '../../../src/lib/calendar'
import { day } from '../../../src/lib/clock'
import type { Interval } from '../../../src/lib/interval'
import { taskNamed } from '../../../src/modules/operations/scheduled-tasks/registry'
import { catchUp, runDueTask, triggerTask } from '../../../src/modules/operations/scheduled-tasks/trigger'
import { RecurringInput } from '../../../src/modules/recurring/model'
import { runRecurring } from '../../../src/modules/recurring/run'
import type { Recurring } from './world'

export interface Plan {
  /** Days to live through. */
  days: number
  /** Every interval in months on every one of these days of the month, and those in weeks from the first. */
  intervals: Interval[]
  anchorDays: number[]
  /** Deterministic: the same seed lives the same life. */
  random: () => number
}

interface Pair extends Interval {
  template: string
  schedule: string
  anchorDate: string
}

const nothing = RecurringInput.parse(undefined)

/** Creates a template and a schedule for each interval and anchor day, all starting next month. */
export async function enterPairs(
  world: Recurring,
  { intervals, anchorDays }: Plan,
  month: string,
): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const [nth, interval] of intervals.entries())
    for (const anchorDay of interval.intervalWeeks ? anchorDays.slice(0, 1) : anchorDays) {
      const anchorDate = `${month}-${String(anchorDay).padStart(2, '0')}`
      const customerEmail = `c${nth}-${anchorDay}@example.com`
      const template = await world.template({ anchorDate, ...interval, customerEmail })
      const isCharged = (nth + anchorDay) % 2 === 0
      const schedule = await world.schedule({
        recurringScheduleId: template,
        nextBillingDate: anchorDate,
        ...interval,
        customerEmail,
        ...(isCharged ? { autoCharge: true, paymentsCustomerId: 'cus_1' } : {}),
      })
      pairs.push({ template, schedule, anchorDate, ...interval })
    }
  return pairs
}

/**
 * Lives through the days: some are missed, some are triggered two or three times at once, some start over.
 */
export async function liveThrough(
  world: Recurring,
  { days, random }: Plan,
): Promise<{ missed: number; restarts: number }> {
  const task = taskNamed('recurring-jobs')!
  const life = { missed: 0, restarts: 0 }
  let missedInARow = 0
  for (let passed = 0; passed < days; passed++) {
    world.clock.advance(day)
    // The last day isn't missed, so the books can be checked.
    if (random() < 0.15 && missedInARow < 6 && passed < days - 1) {
      life.missed++
      missedInARow++
      continue
    }
    missedInARow = 0
    const fate = random()
    if (fate < 0.15) {
      life.restarts++
      await runCutOff(world.deps, random)
      world.clock.advance(61_000)
      await catchUp(world.deps)
      world.clock.advance(-61_000)
    }
    const trigger = () => triggerTask(world.deps, 'recurring-jobs', () => runRecurring(world.deps, nothing))
    if (fate > 0.7) await Promise.all([runDueTask(world.deps, task), trigger(), trigger()])
    else await runDueTask(world.deps, task)
    if (fate > 0.5) await trigger()
    await world.deps.background.idle()
  }
  return life
}

/** A run in a process that dies after this many units: committed work stays, nothing else happened. */
async function runCutOff(deps: Deps, random: () => number): Promise<void> {
  let left = Math.floor(random() * 12)
  const dying: Deps = assemble({
    ...deps,
    store: {
      ...deps.store,
      write: (unit) =>
        left-- > 0 ? deps.store.write(unit) : Promise.reject(new Error('the process has died')),
    },
  })
  await runDueTask(dying, taskNamed('recurring-jobs')!).catch(() => {})
  dying.background.stop()
  await dying.background.idle()
  dying.providers.geocoder.close()
}

/** A pair's dates up to a day, counted from the anchor alone. */
export function datesUntil(pair: Pair, last: string): string[] {
  const dates: string[] = []
  for (let step = 0; ; step++) {
    const date = dateAfterSteps(pair, step)
    if (date > last) return dates
    dates.push(date)
  }
}
