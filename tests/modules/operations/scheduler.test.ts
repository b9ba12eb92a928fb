import { cron } from '@elysiajs/cron'
import { describe, expect, test } from 'bun:test'
import { Elysia, type AnyElysia } from 'elysia'
import { taskRuns } from '../../../db/schema'
import { nextSlot } from '../../../src/lib/timetable'
import { scheduledTasks, timetableOf } from '../../../src/modules/operations/scheduled-tasks/registry'
import { startScheduler } from '../../../src/scheduler'
import { startTestApp } from '../../support/app'

describe('the scheduler', () => {
  test('uses the same slots as the log of runs', async () => {
    const app = await startTestApp()
    const { deps } = app
    const clockwork: AnyElysia = new Elysia()
    for (const task of scheduledTasks) {
      const timetable = timetableOf(task, deps.settings)
      const moments = timetable.patterns.map((pattern, place) => {
        const name = `${task.name} ${place}`
        clockwork.use(cron({ name, pattern, timezone: timetable.timeZone, paused: true, run() {} }))
        const jobs = (clockwork.store as { cron: Record<string, { nextRun(): Date | null; stop(): void }> })
          .cron
        const next = jobs[name]!.nextRun()!.getTime()
        jobs[name]!.stop()
        return next
      })
      expect({ task: task.name, next: nextSlot(timetable, Date.now()) }).toEqual({
        task: task.name,
        next: Math.min(...moments),
      })
    }
    await app.close()
  })

  test('follows a new time zone at once', async () => {
    // Twelve hours apart all year, so that no start is the same in both.
    const app = await startTestApp({ BUSINESS_TIMEZONE: 'America/Phoenix' })
    const { settings, store, clock } = app.deps
    const scheduler = startScheduler(app.deps)
    const task = scheduledTasks.find(({ name }) => name === 'auto-dispatch')!
    const expected = () => nextSlot(timetableOf(task, settings), Date.now())
    const before = scheduler.nextStart('auto-dispatch')
    expect(before).toBe(expected())
    const change = { values: { timeZone: 'Asia/Karachi' }, by: 'dana' }
    await store.write((tx) => settings.change(tx, 'business', change, clock.now()))
    await settings.load(store.read)
    expect(scheduler.nextStart('auto-dispatch')).toBe(expected())
    expect(scheduler.nextStart('auto-dispatch')).not.toBe(before)
    scheduler.stop()
    expect(scheduler.nextStart('auto-dispatch')).toBeNull()
    await app.close()
  })

  test('takes over from a process that died, and ends cleanly', async () => {
    const app = await startTestApp()
    const { deps, clock } = app
    clock.set('2026-03-02T06:00:30Z')
    const left = {
      task: 'recurring-jobs',
      slot: '2026-03-02T06:00:00.000Z',
      trigger: 'timer',
      state: 'running',
    } as const
    await deps.store.write((tx) =>
      tx
        .insert(taskRuns)
        .values({ ...left, owner: 'gone', leaseUntil: clock.now() + 30_000, startedAt: clock.now() }),
    )
    const scheduler = startScheduler(deps)
    await deps.background.idle()
    scheduler.stop()
    const [run] = await deps.store.read.select().from(taskRuns)
    // A file belongs to one process; on a server the other one may still be working.
    expect(run).toMatchObject(
      deps.store.engine === 'local'
        ? { state: 'failed', error: 'The run was interrupted' }
        : { state: 'running' },
    )
    clock.advance(6 * 60_000)
    const again = startScheduler(deps)
    await deps.background.idle()
    again.stop()
    const runs = await deps.store.read.select().from(taskRuns)
    expect(runs.find(({ task }) => task === 'recurring-jobs')).toMatchObject({ state: 'done', attempts: 2 })
    await app.close()
  })
})
