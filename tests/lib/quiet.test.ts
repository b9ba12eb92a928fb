import { expect, test } from 'bun:test'
import { onceQuiet } from '../../src/lib/quiet'

/** Timers that ring when the test says so. */
function startQuiet() {
  const waits: number[] = []
  let requests = 0
  let runs = 0
  let ring = () => {}
  const quiet = onceQuiet(() => runs++, {
    count: () => requests,
    afterMs: 60,
    quietMs: 2,
    later: (look, ms) => {
      waits.push(ms)
      ring = look
      return { stop: () => (ring = () => {}) }
    },
  })
  return {
    waits,
    stop: quiet.stop,
    runs: () => runs,
    ring: ({ after = 0 } = {}) => {
      requests += after
      ring()
    },
  }
}

test('work for a quiet moment runs at its time when nobody asks for anything', () => {
  const { ring, runs, waits } = startQuiet()
  ring()
  expect(runs()).toBe(0)
  ring()
  expect(runs()).toBe(1)
  expect(waits).toEqual([58, 2])
})

test('work for a quiet moment waits as long as requests come, and then runs once', () => {
  const { ring, runs } = startQuiet()
  for (let look = 0; look < 50; look++) ring({ after: 3 })
  expect(runs()).toBe(0)
  ring()
  expect(runs()).toBe(1)
})

test('work for a quiet moment is called off when the service stops', () => {
  const { ring, runs, stop } = startQuiet()
  ring()
  stop()
  ring()
  expect(runs()).toBe(0)
})
