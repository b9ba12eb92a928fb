import { expect, test } from 'bun:test'
import { killWhileBilling } from './rounds'

test('what was killed while billing has billed everybody once in the end', async () => {
  const report = await killWhileBilling({ schedules: 120, kills: 4, seed: 5 })
  expect(report.wrong).toEqual([])
  expect(report).toMatchObject({ jobs: 120, invoices: 120, charged: 60, sent: 60 })
}, 120_000)
