import type { Deps } from '../../../deps'
import { minute } from '../../../lib/clock'
import type { Timetable } from '../../../lib/timetable'
import { runOnboarding } from '../../messages'
import { retryEvents } from '../../payments'
import { RecurringInput, runRecurring } from '../../recurring'
import { dispatchPatterns, autoDispatch } from '../../scheduling'

export interface ScheduledTask {
  name: string
  patterns: readonly string[]
  timeZone(settings: Deps['settings']): string
  /** A run that starts later than this after its scheduled time is late. */
  graceMs: number
  /** Called by the timer. The counts it returns are stored with the run. */
  run(deps: Deps): Promise<Record<string, number>>
}

const utc = () => 'UTC'

/** Tasks of other modules are listed here; the routes that trigger them from outside are in `routes.ts`. */
const registry = [
  {
    name: 'auto-dispatch',
    patterns: dispatchPatterns,
    timeZone: ({ business }) => business.timeZone,
    graceMs: 30 * minute,
    run: async (deps) => numbersOf(await autoDispatch(deps)),
  },
  {
    name: 'onboarding-emails',
    patterns: ['0 9 * * *'],
    timeZone: utc,
    graceMs: 30 * minute,
    run: async (deps) => numbersOf(await runOnboarding(deps)),
  },
  {
    name: 'recurring-jobs',
    patterns: ['0 6 * * *'],
    timeZone: utc,
    graceMs: 30 * minute,
    run: async (deps) => numbersOf(await runRecurring(deps, RecurringInput.parse(undefined))),
  },
  {
    name: 'webhook-retry',
    patterns: ['*/5 * * * *'],
    timeZone: utc,
    graceMs: 10 * minute,
    run: async (deps) => numbersOf(await retryEvents(deps)),
  },
] as const satisfies readonly ScheduledTask[]

export type ScheduledTaskName = (typeof registry)[number]['name']

export const scheduledTasks: readonly ScheduledTask[] = registry

export const taskNamed = (name: string): ScheduledTask | undefined =>
  scheduledTasks.find((task) => task.name === name)

export const timetableOf = (task: ScheduledTask, settings: Deps['settings']): Timetable => ({
  patterns: task.patterns,
  timeZone: task.timeZone(settings),
})

/** Keeps only the counts of an answer, because lists and texts don't belong in the log of runs. */
export function numbersOf(answer: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(answer).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
