import { expect, test } from 'bun:test'
import { crashRepeatedly } from './rounds'

test('every booking acknowledged before a SIGKILL survives it', async () => {
  const report = await crashRepeatedly({ rounds: 3, seed: 42 })
  expect(report.acknowledged).toBeGreaterThan(50)
  expect(report).toMatchObject({ lost: 0, damaged: 0 })
})
