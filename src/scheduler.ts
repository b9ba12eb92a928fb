import { cron } from '@elysiajs/cron'
import { Elysia, type AnyElysia } from 'elysia'
import type { Deps } from './deps'
import { hour, minute } from './lib/clock'
import { describeError } from './lib/log'
import { chargeSoon } from './modules/billing/charge'
import { postInvoicesSoon } from './modules/invoices/post'
import { endLeases, sweepRuns } from './modules/tasks/lease'
import { tasks, type Task } from './modules/tasks/registry'
import { catchUp, runDueTask } from './modules/tasks/trigger'

export interface Scheduler {
  /** No task begins any more; one that is running is the background's to wait for. */
  stop(): void
}

/** The timetable of the scheduled tasks, and what has to be looked after between them. */
export function startScheduler(deps: Deps): Scheduler {
  const lookAfter = () => {
    chargeSoon(deps)
    postInvoicesSoon(deps)
    if (deps.config.cron.enabled) deps.background.runSingle('catching up on tasks', () => catchUp(deps))
  }
  const begin = async () => {
    if (deps.store.engine === 'local') await deps.store.write((tx) => endLeases(tx, deps.clock.now()))
    lookAfter()
  }
  const sweep = () =>
    deps.background.run('sweeping task runs', () => deps.store.write((tx) => sweepRuns(tx, deps.clock.now())))
  const timers = [setInterval(lookAfter, minute), setInterval(sweep, hour)]
  const stopTimetable = deps.config.cron.enabled ? startTimetable(deps) : () => {}
  deps.background.run('taking up tasks', begin)
  return {
    stop() {
      stopTimetable()
      timers.forEach(clearInterval)
    },
  }
}

/** On an instance of its own: the timers begin when it is made, and only the running service makes it. */
function startTimetable(deps: Deps): () => void {
  const clockwork: AnyElysia = new Elysia()
  const names = tasks.flatMap((task) =>
    task.patterns.map((pattern, place) => {
      const name = `${task.name} ${place}`
      clockwork.use(
        cron({
          name,
          pattern,
          timezone: task.timeZone(deps.config),
          protect: true,
          catch: report(deps, task),
          run: start(deps, task),
        }),
      )
      return name
    }),
  )
  return () => {
    const { cron: jobs } = clockwork.store as { cron: Record<string, { stop(): void }> }
    for (const name of names) jobs[name]?.stop()
  }
}

const start = (deps: Deps, task: Task) => () =>
  deps.background.run(`task ${task.name}`, () => runDueTask(deps, task))

/** Without this a task that throws would end the process. */
const report = (deps: Deps, task: Task) => (error: unknown) =>
  deps.log.error('a task could not be started', { task: task.name, ...describeError(error) })
