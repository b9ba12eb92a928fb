import { cron } from '@elysiajs/cron'
import { Elysia, type AnyElysia } from 'elysia'
import type { Deps } from './deps'
import { minute } from './lib/clock'
import { describeError } from './lib/log'
import { endRunLeases, scheduledTasks, catchUp, runDueTask, type ScheduledTask } from './modules/operations'

export interface Scheduler {
  /** Starts no more tasks. Running ones are waited for with other background work. */
  stop(): void
  /** When the timer starts a task next; null while it starts none. */
  nextStart(taskName: string): number | null
}

/** Starts the scheduled tasks on time, and checks every minute for missed ones. */
export function startScheduler(deps: Deps): Scheduler {
  const { enabled } = deps.config.cron
  const lookAfter = () => deps.background.runSingle('catching up on missed tasks', () => catchUp(deps))
  const begin = async () => {
    if (deps.store.engine === 'local') await deps.store.write((tx) => endRunLeases(tx, deps.clock.now()))
    if (enabled) lookAfter()
  }
  const timer = enabled ? setInterval(lookAfter, minute) : undefined
  let timetable = enabled ? startTimetable(deps) : null
  // The times of some tasks are in the business's time zone.
  const stopWatching = deps.settings.watch(() => {
    if (timetable === null || Bun.deepEquals(timetable.zones, zonesOf(deps))) return
    timetable.stop()
    timetable = startTimetable(deps)
    lookAfter()
  })
  deps.background.run('resuming tasks', begin)
  return {
    nextStart: (taskName) => timetable?.nextStart(taskName) ?? null,
    stop() {
      stopWatching()
      timetable?.stop()
      timetable = null
      clearInterval(timer)
    },
  }
}

const zonesOf = ({ settings }: Deps): string[] => scheduledTasks.map((task) => task.timeZone(settings))

interface Timer {
  stop(): void
  nextRun(): Date | null
}

/**
 * Uses a separate Elysia instance, because its timers start when it is created, which only the running
 * service may do.
 */
function startTimetable(deps: Deps) {
  const clockwork: AnyElysia = new Elysia()
  const names = scheduledTasks.flatMap((task) =>
    task.patterns.map((pattern, place) => {
      const name = `${task.name} ${place}`
      clockwork.use(
        cron({
          name,
          pattern,
          timezone: task.timeZone(deps.settings),
          protect: true,
          catch: report(deps, task),
          run: start(deps, task),
        }),
      )
      return name
    }),
  )
  const timers = () => (clockwork.store as { cron: Record<string, Timer> }).cron
  return {
    zones: zonesOf(deps),
    nextStart(taskName: string): number | null {
      const own = names.filter((name) => name.startsWith(`${taskName} `))
      const starts = own.flatMap((name) => timers()[name]?.nextRun()?.getTime() ?? [])
      return starts.length === 0 ? null : Math.min(...starts)
    },
    stop() {
      for (const name of names) timers()[name]?.stop()
    },
  }
}

const start = (deps: Deps, task: ScheduledTask) => () =>
  deps.background.run(`task ${task.name}`, () => runDueTask(deps, task))

/** Without this, a task that throws would end the process. */
const report = (deps: Deps, task: ScheduledTask) => (error: unknown) =>
  deps.log.error("couldn't start a scheduled task", { task: task.name, ...describeError(error) })
