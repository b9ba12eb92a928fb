import { expect, test } from 'bun:test'
import { MemoryLimiter } from '../../src/limits/memory'
import type { Limiter, Verdict } from '../../src/limits/window'
import { StandbyLimiter } from '../../src/limits/shared'
import { FixedClock } from '../support/clock'

const clock = new FixedClock()
const allowed: Verdict = { allowed: true, remaining: 7, resetMs: 60_000 }

function shared(answer: () => Promise<Verdict>): Limiter & { asked: number } {
  return {
    asked: 0,
    async hit() {
      this.asked++
      return answer()
    },
    async close() {},
  }
}

test('the shared windows count as long as they answer', async () => {
  const limiter = new StandbyLimiter(
    shared(async () => allowed),
    new MemoryLimiter(clock),
    clock,
  )
  expect(await limiter.hit('a', 10)).toEqual(allowed)
  await limiter.close()
})

test.each([
  ['fail', async () => Promise.reject(new Error('gone'))],
  ['hang', () => new Promise<Verdict>(() => {})],
])('when they %s, this process counts alone and asks again after a while', async (_, answer) => {
  let reply: () => Promise<Verdict> = answer
  const remote = shared(() => reply())
  const limiter = new StandbyLimiter(remote, new MemoryLimiter(clock), clock, 10)
  const verdicts = [await limiter.hit('a', 2), await limiter.hit('a', 2), await limiter.hit('a', 2)]
  expect(verdicts.map((verdict) => verdict.allowed)).toEqual([true, true, false])
  expect(remote.asked).toBe(1)
  reply = async () => allowed
  clock.advance(5_000)
  expect(await limiter.hit('a', 2)).toEqual(allowed)
  await limiter.close()
})
