import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { taskRuns } from '../../../db/schema'
import { taskHealth } from '../../../src/modules/operations/scheduled-tasks/health'
import { taskNamed, scheduledTasks } from '../../../src/modules/operations/scheduled-tasks/registry'
import { sweepRuns, runTask, type Slot } from '../../../src/modules/operations/scheduled-tasks/run'
import { catchUp, runDueTask, triggerTask } from '../../../src/modules/operations/scheduled-tasks/trigger'
import { startTestApp, type TestApp } from '../../support/app'
import { failureOf } from '../../support/failure'
import { openBeside, openTestStore } from '../../support/store'
import { startRecurring, type Recurring } from '../recurring/world'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const runs = () => app.deps.store.read.select().from(taskRuns).orderBy(taskRuns.id)
const slot = (name: string): Slot => ({ name, trigger: 'timer' })
type Work = Parameters<typeof runTask<string>>[3]
const done = (): Work => async () => ({ answer: 'done', counts: { made: 3 } })
const start = (name: string, work: Work = done()) => runTask(app.deps, 'a-task', slot(name), work)
const recurring = taskNamed('recurring-jobs')!

/** Work that continues until it's told to end. */
function longWork() {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = async () => {
    started.resolve()
    await ended.promise
    return { answer: 'done', counts: {} }
  }
  return { work, started: started.promise, end: () => ended.resolve() }
}

describe('a scheduled slot', () => {
  test('runs once, and the log says when and what it did', async () => {
    expect(await start('06:00')).toBe('done')
    expect(await start('06:00')).toBeNull()
    expect(await start('07:00')).toBe('done')
    expect(await runs()).toMatchObject([
      {
        task: 'a-task',
        slot: '06:00',
        state: 'done',
        trigger: 'timer',
        attempts: 1,
        result: { made: 3 },
        endedAt: app.clock.now(),
        error: null,
      },
      { slot: '07:00' },
    ])
  })

  test("doesn't start next to another run of its task, but does next to another task", async () => {
    const long = longWork()
    const first = start('06:00', long.work)
    await long.started
    expect(await start('07:00')).toBeNull()
    expect(await runTask(app.deps, 'another-task', slot('07:00'), done())).toBe('done')
    long.end()
    expect(await first).toBe('done')
    expect(await start('07:00')).toBe('done')
  })

  test('is retried after a failure, three times in all, and the log says why it failed', async () => {
    let tries = 0
    const failing = async (): Promise<never> => {
      tries++
      throw new Error('the disk of ada@example.com is full')
    }
    for (let round = 0; round < 5; round++) await start('06:00', failing).catch(() => {})
    expect(tries).toBe(3)
    expect(await runs()).toMatchObject([
      { state: 'failed', attempts: 3, error: 'Error: the disk of [email] is full' },
    ])
  })

  test("that was cut off is taken over once its lease expired, and its first holder can't end it", async () => {
    const long = longWork()
    const first = start('06:00', long.work)
    await long.started
    app.clock.advance(59_000)
    expect(await start('06:00')).toBeNull()
    app.clock.advance(2_000)
    const second = longWork()
    const taken = start('06:00', second.work)
    await second.started
    long.end()
    await first
    expect(await runs()).toMatchObject([{ state: 'running', attempts: 2 }])
    second.end()
    await taken
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 2 }])
  })

  test('runs in one of two processes', async () => {
    const shared = await openTestStore()
    const other = await openBeside(shared.address)
    const both = await Promise.all(
      [shared.store, other].map((store) => runTask({ ...app.deps, store }, 'a-task', slot('06:00'), done())),
    )
    expect(both.filter((answer) => answer === 'done')).toHaveLength(1)
    await other.close()
    await shared.close()
  })
})

describe('an external trigger', () => {
  test("takes the timetable's last slot, so timer and trigger are one run", async () => {
    app.clock.set('2026-03-02T06:00:00Z')
    await triggerTask(app.deps, 'recurring-jobs', async () => ({ generated: 2 }))
    await runDueTask(app.deps, recurring)
    expect(await runs()).toMatchObject([
      { slot: '2026-03-02T06:00:00.000Z', trigger: 'http', result: { generated: 2 } },
    ])
  })

  test('always runs, even when the slot has run already', async () => {
    app.clock.set('2026-03-02T06:00:00Z')
    await runDueTask(app.deps, recurring)
    for (let round = 0; round < 2; round++)
      await triggerTask(app.deps, 'recurring-jobs', async () => ({ generated: 0 }))
    expect((await runs()).map(({ slot }) => slot.slice(0, 4))).toEqual(['2026', 'now:', 'now:'])
  })

  test('gets the failure as its answer', async () => {
    const failure = await failureOf(
      triggerTask(app.deps, 'recurring-jobs', () => Promise.reject(new Error('no'))),
    )
    expect(failure.message).toBe('no')
  })
})

describe('an external scheduler', () => {
  const endpoints = scheduledTasks.map(({ name }) => [name, `/api/cron/${name}`] as const)
  const ask = (path: string) =>
    app.call('GET', path, { token: app.deps.secrets.cronSecret, from: `198.18.9.${++calls}` })
  let calls = 0

  test('calling every task keeps all of them healthy without the timer', async () => {
    for (const day of ['02', '03']) {
      app.clock.set(`2026-03-${day}T15:00:00Z`)
      for (const [, path] of endpoints) expect((await ask(path)).status).toBe(200)
    }
    expect((await runs()).map(({ task, trigger, state }) => [task, trigger, state])).toEqual(
      [...endpoints, ...endpoints].map(([name]) => [name, 'http', 'done']),
    )
    expect((await taskHealth(app.deps)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
    const { body } = await app.call('GET', '/api/dev/health', { from: '198.18.9.250' })
    expect(body.data.checks.scheduler.status).toBe('up')
  })

  test.each(endpoints)('gets zeros from %s while another run is under way', async (name, path) => {
    const long = longWork()
    const first = runTask(app.deps, name, slot('by hand'), long.work)
    await long.started
    const beside = await ask(path)
    long.end()
    await first
    expect(beside.status).toBe(200)
    const { success, timestamp, ...rest } = beside.body.data
    expect({ success, timestamp }).toEqual({ success: true, timestamp: '2026-03-02T15:00:00.000Z' })
    for (const value of Object.values(rest)) expect(value).toEqual(Array.isArray(value) ? [] : 0)
    const keys = Object.keys(beside.body.data).toSorted()
    expect(Object.keys((await ask(path)).body.data).toSorted()).toEqual(keys)
    expect(await runs()).toHaveLength(2)
  })
})

describe('catching up', () => {
  test('runs the last missed slot once, however many were missed', async () => {
    app.clock.set('2026-03-02T06:00:00Z')
    await runDueTask(app.deps, recurring)
    app.clock.set('2026-03-06T11:00:00Z')
    await catchUp(app.deps)
    await catchUp(app.deps)
    const slots = (await runs()).filter(({ task }) => task === 'recurring-jobs').map(({ slot }) => slot)
    expect(slots).toEqual(['2026-03-02T06:00:00.000Z', '2026-03-06T06:00:00.000Z'])
  })

  test('does nothing on a new installation, which has missed nothing', async () => {
    await catchUp(app.deps)
    expect(await runs()).toEqual([])
  })

  test('waits for the lease of a process that may still be alive, then continues', async () => {
    app.clock.set('2026-03-02T06:00:00Z')
    await app.deps.store.write((tx) =>
      tx.insert(taskRuns).values({
        task: 'recurring-jobs',
        slot: '2026-03-02T06:00:00.000Z',
        trigger: 'timer',
        state: 'running',
        owner: 'somebody who died',
        leaseUntil: app.clock.now() + 60_000,
        startedAt: app.clock.now(),
      }),
    )
    await catchUp(app.deps)
    expect(await runs()).toMatchObject([{ state: 'running' }])
    app.clock.advance(61_000)
    await catchUp(app.deps)
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 2 }])
  })
})

describe('scheduled task health', () => {
  const health = async (name: string) => (await taskHealth(app.deps)).find((task) => task.name === name)!

  test('is fine on a new installation, and shows when each task runs next', async () => {
    expect(await health('recurring-jobs')).toEqual({
      name: 'recurring-jobs',
      status: 'ok',
      lastRun: null,
      lastSuccessAt: null,
      nextAt: '2026-03-03T06:00:00.000Z',
    })
  })

  test('reports a task that is late after its grace, and clears once it ran', async () => {
    app.clock.set('2026-03-02T06:00:01Z')
    await runDueTask(app.deps, recurring)
    app.clock.set('2026-03-03T06:20:00Z')
    expect((await health('recurring-jobs')).status).toBe('ok')
    app.clock.set('2026-03-03T06:31:00Z')
    expect((await health('recurring-jobs')).status).toBe('late')
    expect((await health('webhook-retry')).status).toBe('late')
    await catchUp(app.deps)
    expect((await health('recurring-jobs')).status).toBe('ok')
  })

  test('reports a failed task, and when it last succeeded', async () => {
    app.clock.set('2026-03-02T06:00:00Z')
    await triggerTask(app.deps, 'recurring-jobs', async () => ({}))
    app.clock.advance(60_000)
    await triggerTask(app.deps, 'recurring-jobs', () => Promise.reject(new Error('no'))).catch(() => {})
    expect(await health('recurring-jobs')).toMatchObject({
      status: 'failing',
      lastRun: { state: 'failed', error: 'Error: no' },
      lastSuccessAt: '2026-03-02T06:00:00.000Z',
    })
  })

  test('keeps the log for a month', async () => {
    await start('06:00')
    app.clock.advance(31 * 86_400_000)
    await sweepRuns(app.deps)
    expect(await runs()).toEqual([])
  })
})

describe('three runs at once', () => {
  let world: Recurring
  beforeEach(async () => {
    world = await startRecurring()
  })
  afterEach(() => world.close())

  test('do the work once, and the others answer the same shape with zeros', async () => {
    for (let count = 0; count < 40; count++) await world.template({ anchorDate: '2026-03-10' })
    for (let count = 0; count < 20; count++) await world.schedule()
    const answers = await Promise.all([world.run(), world.run({}), world.run()])
    const worked = answers.filter(({ generated }) => generated !== 0)
    expect(worked).toMatchObject([{ generated: 40, invoicesCreated: 20, projectedRevenue: 4_000 }])
    for (const idle of answers.filter((answer) => answer !== worked[0]))
      expect(idle).toEqual({
        success: true,
        generated: 0,
        skipped: 0,
        projectedRevenue: 0,
        invoicesCreated: 0,
        jobs: [],
        timestamp: '2026-03-02T15:00:00.000Z',
      })
    expect(await world.rows.invoices()).toHaveLength(20)
  })
})
