import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { lookups as table } from '../../db/schema'
import { Background } from '../../src/lib/background'
import { silentLog } from '../../src/lib/log'
import { Lookups } from '../../src/providers/lookups'
import { FixedClock } from '../support/clock'
import { openTestStore, type TestStore } from '../support/store'

const rule = { kind: 'test', keepForMs: 1_000, atMost: 30 }
const clock = new FixedClock()
let opened: TestStore
let background: Background
let lookups: Lookups

beforeEach(async () => {
  opened = await openTestStore()
  background = new Background(silentLog)
  lookups = new Lookups(rule, { store: opened.store, clock, background })
})
afterEach(() => opened.close())

const rows = () => opened.store.read.select().from(table)

describe('a map server question', () => {
  test('is sent once, however many ask it at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let asked = 0
    const ask = () => {
      asked += 1
      return promise
    }
    const answers = [lookups.get('a', ask), lookups.get('a', ask), lookups.get('a', ask)]
    resolve('here')
    expect(await Promise.all(answers)).toEqual(['here', 'here', 'here'])
    expect(asked).toBe(1)
  })

  test('is answered from the store while the answer is fresh, even after a restart', async () => {
    await lookups.get('a', async () => ({ places: [1] }))
    await background.idle()
    const restarted = new Lookups(rule, { store: opened.store, clock, background })
    expect(await restarted.get('a', async () => ({ places: [2] }))).toEqual({ places: [1] })
    clock.advance(1_000)
    expect(await restarted.get('a', async () => ({ places: [3] }))).toEqual({ places: [3] })
    await background.idle()
    expect(await restarted.get('a', async () => ({ places: [4] }))).toEqual({ places: [3] })
    expect(await rows()).toHaveLength(1)
  })

  test('is sent again after a failure', async () => {
    const fail = async () => {
      throw new Error('down')
    }
    expect(lookups.get('a', fail)).rejects.toThrow('down')
    await background.idle()
    expect(await lookups.get<string>('a', async () => 'up')).toBe('up')
  })

  test('is answered but not stored when the answer is huge', async () => {
    const huge = 'x'.repeat(1024 * 1024)
    expect(await lookups.get('a', async () => huge)).toBe(huge)
    await background.idle()
    expect(await rows()).toEqual([])
  })

  test("doesn't fill the store: old answers and those beyond the limit are swept", async () => {
    const others = new Lookups({ ...rule, kind: 'other' }, { store: opened.store, clock, background })
    await others.get('kept', async () => 1)
    for (let question = 0; question < 75; question += 1) {
      await lookups.get(`q${question}`, async () => question)
      await background.idle()
    }
    const kept = await rows()
    expect(kept.filter(({ kind }) => kind === 'test').map(({ key }) => key)).toEqual(
      Array.from({ length: 30 }, (_, at) => `q${45 + at}`),
    )
    expect(kept.filter(({ kind }) => kind === 'other')).toHaveLength(1)
  })
})
