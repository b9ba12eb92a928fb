import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openTestStore, testServer, type TestStore } from '../support/store'
import { Life } from './money/mortal'
import { liveAndDie } from './money/killed'
import { runOnce, type RunOptions } from './money/run'
import { makeWorld, type World } from './money/world'

/** A remote server makes everything slower, so fewer runs have to do. */
const [perTest, stride] = testServer ? [4, 9] : [12, 3]

describe('the books balance', () => {
  for (const first of [1, 26, 51])
    test(`after any mix of failures: runs from ${first}`, async () => {
      const opened = await openTestStore()
      const world = makeWorld(opened.store)
      for (let seed = first; seed < first + perTest; seed++)
        expect({ seed, wrong: await runOnce(world, { seed }) }).toEqual({ seed, wrong: [] })
      await opened.close()
    })
})

describe('a process killed between any two steps', () => {
  let opened: TestStore
  let world: World
  beforeAll(async () => {
    opened = await openTestStore()
    world = makeWorld(opened.store)
  })
  afterAll(() => opened.close())

  test('loses nothing and does nothing twice', async () => {
    // On a shared server the dead process keeps its lease for a while, so the refund comes later
    // automatically.
    const isShared = world.store.engine === 'libsql'
    const whole = new Life()
    expect((await liveAndDie(world, whole)).wrong).toEqual([])
    expect(whole.steps).toBeGreaterThan(30)
    for (let step = 1; step <= whole.steps; step += stride) {
      const { wrong, answer } = await liveAndDie(world, new Life(step))
      const refunded = answer.refunded || isShared
      expect({ step, wrong, refunded }).toEqual({ step, wrong: [], refunded: true })
    }
  })
})

describe('the money checks find a bug', () => {
  /** True as soon as a run finds a problem. */
  async function isFound(options: Omit<RunOptions, 'seed'>, damage: string[] = []): Promise<boolean> {
    for (let batch = 0; batch < 10; batch++) {
      const opened = await openTestStore()
      const world = makeWorld(opened.store)
      for (const statement of damage) await opened.store.write((tx) => tx.run(sql.raw(statement)))
      // Seeds from 51 on find both bugs early, even on a server, where each run takes seconds.
      for (let seed = 51 + batch * 25; seed < 76 + batch * 25; seed++) {
        const wrong = await runOnce(world, { seed, ...options })
        if (wrong.length === 0) continue
        await opened.close()
        return true
      }
      await opened.close()
    }
    return false
  }

  test('when a payment counts a cent less than was refunded', async () => {
    const damage = `CREATE TRIGGER damage AFTER UPDATE OF refunded_cents ON payments
      WHEN NEW.refunded_cents > OLD.refunded_cents
      BEGIN UPDATE payments SET refunded_cents = NEW.refunded_cents - 1 WHERE id = NEW.id; END`
    expect(await isFound({}, [damage])).toBe(true)
  })

  test('when every retry uses a new key', async () => {
    expect(await isFound({ changesKeys: true })).toBe(true)
  })
})
