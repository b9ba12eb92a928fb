import { expect, test } from 'bun:test'
import { spendAndKill } from './limits'

test('a client who used up a limit gets no further request through after a SIGKILL', async () => {
  const { passed, tooMany } = await spendAndKill(2)
  expect(tooMany).toBe(0)
  expect(passed.map((count) => count >= 5)).toEqual([true, true, true, true])
})
