import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../db/schema'
import { hour } from '../../src/lib/clock'
import { startMcp } from '../support/mcp'
import { startMoneyTest, type MoneyTest } from '../support/money'

let money: MoneyTest
let mcp: ReturnType<typeof startMcp>
beforeEach(async () => {
  money = await startMoneyTest()
  mcp = startMcp(money)
})
afterEach(async () => {
  await mcp.close()
  await money.close()
})

test('canceling a paid job names the refund before it happens, and refunds once', async () => {
  const { use } = await mcp.connect('owner')
  const { id } = await money.job()
  await money.pay(id)
  const preview = await use('cancel_job', { job: id })
  expect(preview.summary).toContain('This refunds $199.99 to the customer.')
  expect(await money.refundsOf(id)).toEqual([])
  const confirmed = { job: id, confirm: preview.confirm }
  const [first, again] = await Promise.all([use('cancel_job', confirmed), use('cancel_job', confirmed)])
  expect(first.result).toMatchObject({ refunded: true })
  expect(again).toEqual(first)
  expect(await money.refundsOf(id)).toMatchObject([
    { cents: 19_999, state: 'done', actor: 'key:Claude (dana)' },
  ])
})

test('if the processor fails, canceling again finishes the refund', async () => {
  const { use } = await mcp.connect('owner')
  const { id } = await money.job()
  await money.pay(id)
  const { confirm } = await use('cancel_job', { job: id })
  money.break({ refund: () => Promise.reject(new Error('no connection')) })
  await use('cancel_job', { job: id, confirm }).catch(() => null)
  money.mend()
  const again = await use('cancel_job', { job: id })
  expect(again.summary).toContain('already canceled')
  const { result } = await use('cancel_job', { job: id, confirm: again.confirm })
  expect(result).toMatchObject({ refunded: true })
  expect(await money.refundsOf(id)).toHaveLength(1)
})

test('a late cancellation keeps the fee the customer booked with, or refunds everything if asked', async () => {
  const { use } = await mcp.connect('owner')
  const values = { lateCancel: 'fixed_fee', feeCents: 5_000 }
  await money.hq('PATCH', '/api/admin/settings/booking', { values })
  const { id } = await money.job()
  await money.pay(id)
  const start = money.clock.now() + hour
  const visit = { scheduledStart: start, scheduledEnd: start + hour, busyUntil: start + hour }
  await money.deps.store.write((tx) =>
    tx
      .update(jobs)
      .set({ status: 'scheduled', ...visit })
      .where(eq(jobs.id, id)),
  )
  const waived = await use('cancel_job', { job: id, keepFee: false })
  expect(waived.summary).toContain('This refunds $199.99 to the customer.')
  const { summary, confirm } = await use('cancel_job', { job: id })
  expect(summary).toContain('This refunds $149.99 to the customer and keeps a cancellation fee of $50.00.')
  expect((await use('cancel_job', { job: id, confirm })).result).toMatchObject({ refunded: true })
  expect(await money.refundsOf(id)).toMatchObject([{ cents: 14_999, state: 'done' }])
})
