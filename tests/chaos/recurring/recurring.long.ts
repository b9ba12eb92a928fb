import { expect, test } from 'bun:test'
import { killWhileBilling } from './rounds'

test('a process killed while billing ends up billing everyone exactly once', async () => {
  const report = await killWhileBilling({ schedules: 120, kills: 4, seed: 5 })
  expect(report.wrong).toEqual([])
  expect(report).toMatchObject({ jobs: 120, invoices: 120, charged: 60, sent: 60 })
})
