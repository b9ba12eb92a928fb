import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { loadConfig } from '../../src/config'
import { seedFirstStart } from '../../src/demo'
import { seedMoney } from '../../src/demo/money'
import { checkLedger } from '../../src/modules/ledger/check'
import { startDemo } from '../support/demo'
import { startMoneyTest, type MoneyTest } from '../support/money'
import { countRows } from './rows'

let world: MoneyTest
beforeEach(async () => {
  world = await startMoneyTest()
})
afterEach(() => world.close())

const read = () => world.deps.store.read

test("it's the same every time, down to the last id", async () => {
  const other = await startMoneyTest()
  const everything = async ({ deps }: MoneyTest) => {
    await seedFirstStart(deps)
    const tables = ['payments', 'invoices', 'refunds', 'transfers', 'transfer_reversals', 'demo_intents']
    const rows = [...tables, 'ledger_transactions', 'ledger_entries', 'demo_transfers', 'demo_accounts']
    return Promise.all(
      rows.map((table) => deps.store.read.all(sql.raw(`SELECT * FROM ${table} ORDER BY 1, 2`))),
    )
  }
  expect(await everything(other)).toEqual(await everything(world))
  await other.close()
})

test.each([
  ['in production', { NODE_ENV: 'production', SEED_DEMO: 'auto' }],
  ['once a provider is real', { SMTP_URL: 'smtp://mail.example.com', EMAIL_FROM: 'a@example.com' }],
])('no payments are made up %s, even when the company is requested', async (_, env) => {
  const config = loadConfig({ LOG_LEVEL: 'silent', SEED_DEMO: 'on', ...env })
  expect(await seedMoney({ ...world.deps, config }, world.clock.now())).toBe(0)
  await seedFirstStart({ ...world.deps, config })
  expect(await countRows(read(), 'payments')).toBe(0)
})

test('a demo payment can be refunded, and the share comes back from the franchise', async () => {
  await world.close()
  world = await startDemo()
  const [job] = await read().all<{ id: string; cents: number }>(sql`
    SELECT payment.job_id AS id, payment.captured_cents AS cents FROM payments AS payment
    JOIN transfers AS transfer ON transfer.payment_id = payment.id AND transfer.state = 'done'
    WHERE payment.refunded_cents = 0 ORDER BY payment.paid_at DESC LIMIT 1`)
  const answer = await world.hq('POST', `/api/admin/jobs/${job!.id}/refund`, {})
  expect(answer.status).toBeLessThan(300)
  await world.rest()
  expect((await world.readJob(job!.id)).paymentState).toBe('refunded')
  expect((await world.transfersOf(job!.id))[0]!.reversedCents).toBeGreaterThan(0)
  expect(await checkLedger(read())).toEqual([])
  expect((await world.paymentsOf(job!.id))[0]!.refundedCents).toBe(job!.cents)
})
