import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Store, Tx } from '../../db/store'
import { KeyedAnswer } from '../../src/http/idempotency'
import { minute } from '../../src/lib/clock'
import { ServiceState } from '../../src/lib/service-state'
import { FixedClock } from '../support/clock'
import { openTestStore } from '../support/store'

const clock = new FixedClock()
let store: Store
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openTestStore()
  close = opened.close
  const { store: real } = opened
  // Whatever engine the suite runs on, these processes share a database server.
  store = { ...real, engine: 'libsql', read: real.read, write: (unit) => real.write(unit) }
})
afterAll(() => close())

/** One process that receives a request with a key. */
function processWith(key: string) {
  const request = { key, method: 'POST', route: '/api/x', caller: 'public', target: '/api/x', body: { a: 1 } }
  const keyed = new KeyedAnswer(clock, 'secret', request, { status: 201 })
  const deps = { state: new ServiceState(), store }
  return {
    begin: () => keyed.begin(deps),
    settle: (data: unknown) => store.write((tx) => keyed.settle(tx, data)),
    settleIn: (tx: Tx, data: unknown) => keyed.settle(tx, data),
    end: () => keyed.end(),
    fail: () => keyed.fail(deps),
  }
}

describe('processes sharing a database server', () => {
  test("give a duplicate request the first process's answer", async () => {
    const [first, second] = [processWith('answered'), processWith('answered')]
    expect(await first.begin()).toBeNull()
    const waiting = second.begin()
    await first.settle({ id: 7 })
    first.end()
    expect(await waiting).toEqual({ status: 201, answer: { ok: true, data: { id: 7 } } })
  })

  test('let a duplicate request try when the first one failed', async () => {
    const [first, second] = [processWith('failed'), processWith('failed')]
    expect(await first.begin()).toBeNull()
    const waiting = second.begin()
    const undone = store.write(async (tx) => {
      await first.settleIn(tx, { id: 7 })
      throw new Error('no')
    })
    expect(undone).rejects.toThrow('no')
    await undone.catch(() => null)
    await first.fail()
    expect(await waiting).toBeNull()
    await second.settle({ id: 8 })
  })

  test('let a duplicate request try when the first process died', async () => {
    const [first, second] = [processWith('died'), processWith('died')]
    expect(await first.begin()).toBeNull()
    const waiting = second.begin()
    clock.advance(minute)
    expect(await waiting).toBeNull()
    await second.settle({ id: 9 })
    // Not quite dead after all: its effect is undone with its answer.
    expect(first.settle({ id: 10 })).rejects.toThrow('Answered already')
  })
})
