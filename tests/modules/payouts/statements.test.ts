import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq, gte, lt } from 'drizzle-orm'
import * as fc from 'fast-check'
import { activity, franchises, transferReversals, transfers } from '../../../db/schema'
import { dayBounds } from '../../../src/lib/calendar'
import { documentOf } from '../../../src/modules/payouts/statement-file'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { apiKey } from '../../contract/credentials'
import { expectStatus } from '../../support/admin'
import { printAll } from '../../support/app'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.mend())
afterAll(() => money.close())

const day = 86_400_000
const read = async (path: string) => expectStatus(await money.hq('GET', path), 200).body.data
const statement = (id: string, query = '') => read(`/api/admin/franchises/${id}/payouts/statement${query}`)
const lines = async (id: string, query = '') =>
  (await read(`/api/admin/franchises/${id}/payouts${query}`)).items
const summary = async (id: string, query = '') =>
  (await read(`/api/admin/payouts?franchiseId=${id}${query}`)).items[0]
const cents = (units: number) => Math.round(units * 100)
const date = (days = 0) => new Date(money.clock.now() + days * day).toISOString().slice(0, 10)

const refund = async (jobId: string, amount: number) => {
  expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/refund`, { amount }), 201)
  // On a slow server, taking the share back may need another attempt.
  for (let attempt = 0; attempt < 10; attempt++) {
    await money.rest()
    const open = await money.deps.store.read
      .select()
      .from(transferReversals)
      .where(eq(transferReversals.state, 'intended'))
    if (open.length === 0) return
    await money.cron()
  }
}

describe("a franchise's statement", () => {
  test('names the job and customer of every line, and adds up to its balance', async () => {
    const franchiseId = await money.franchise({ share: 80, onboarded: true })
    const job = await money.job({ price: 100, franchiseId, customerName: 'Priya Patel' })
    await money.pay(job.id)
    await refund(job.id, 50)
    expect(await lines(franchiseId)).toMatchObject([
      { kind: 'transfer', reference: job.reference, customerName: 'Priya Patel', amount: 80, jobId: job.id },
      { kind: 'reversal', reference: job.reference, customerName: 'Priya Patel', amount: -40, jobId: job.id },
    ])
    expect(await statement(franchiseId)).toMatchObject({
      lines: 2,
      openingBalance: 0,
      earned: 80,
      refunds: 40,
      collected: 0,
      paidOut: 80,
      takenBack: 40,
      closingBalance: 0,
    })
    expect(await summary(franchiseId)).toMatchObject({ paidOut: 80, takenBack: 40, net: 40, waiting: 0 })
  })

  test('equals the transfers of any period, whatever was paid, refunded or collected', async () => {
    const franchiseId = await money.franchise({ share: 73, tax: 8.81, onboarded: true })
    const event = fc.record({
      price: fc.integer({ min: 30, max: 400 }),
      gap: fc.integer({ min: 0, max: 9 }),
      refunded: fc.option(fc.double({ min: 0.1, max: 1, noNaN: true })),
      isCash: fc.boolean(),
    })
    const first = date()
    for (const { price, gap, refunded, isCash } of fc.sample(event, { seed: 4, numRuns: 10 })) {
      money.clock.advance(gap * day)
      const job = await money.job({ price, franchiseId })
      if (isCash) {
        const body = { amount: 10, method: 'cash', receivedBy: 'franchise' }
        expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/payments`, body), 201)
        continue
      }
      await money.pay(job.id)
      if (refunded !== null) await refund(job.id, Math.floor(price * refunded * 100) / 100)
    }
    const days = fc
      .tuple(fc.nat(60), fc.nat(60))
      .map(([one, other]) => [one, other].toSorted((a, b) => a - b))
    for (const [from = 0, to = 0] of fc.sample(days, { seed: 5, numRuns: 8 })) {
      const of = (nth: number) => new Date(Date.parse(first) + nth * day).toISOString().slice(0, 10)
      const period = `?from=${of(from)}&to=${of(to)}`
      const totals = await statement(franchiseId, period)
      const listed = await lines(franchiseId, `${period}&limit=200`)
      const { sent, reversed } = await transfersWithin(franchiseId, of(from), of(to))
      expect([cents(totals.paidOut), cents(totals.takenBack)]).toEqual([sent, reversed])
      expect(listed.reduce((sum: number, { amount }: { amount: number }) => sum + cents(amount), 0)).toBe(
        sent - reversed,
      )
      expect(listed).toHaveLength(totals.lines)
      const { openingBalance, earned, refunds, collected, paidOut, takenBack, closingBalance } = totals
      expect(
        cents(openingBalance) +
          cents(earned) -
          cents(refunds) -
          cents(collected) -
          cents(paidOut) +
          cents(takenBack),
      ).toBe(cents(closingBalance))
    }
    const { balance } = await summary(franchiseId)
    expect((await statement(franchiseId, `?from=${first}`)).closingBalance).toBe(balance)
  })

  test('can be downloaded as PDF and CSV, which the activity log records', async () => {
    printAll(money.deps)
    const franchiseId = await money.franchise({ share: 80, onboarded: true })
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    const pdf = await money.hq('GET', `/api/admin/franchises/${franchiseId}/payouts/pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.text).toStartWith('%PDF-')
    const csv = await money.hq('GET', `/api/admin/franchises/${franchiseId}/payouts?format=csv`)
    expect(csv.text.split('\r\n')[0]).toStartWith('date,kind,reference,customerName,service,amount')
    expect(csv.text).toContain(`transfer,${job.reference},`)
    const log = await money.deps.store.read.select().from(activity)
    const files = log.map(({ summary: words }) => words).filter((words) => /payouts-/.test(words))
    expect(files).toEqual([
      expect.stringMatching(/^Downloaded payouts-north-.*\.pdf$/),
      expect.stringMatching(/^Downloaded payouts-north-.*\.csv$/),
    ])
  })

  test('shows what the franchise owes as an amount with words, not as a negative number', () => {
    const owing = {
      franchiseId: 'north',
      franchise: 'North',
      from: '2026-03-01',
      to: '2026-03-31',
      lines: 0,
      openingBalance: 0,
      earned: 0,
      refunds: 40,
      collected: 0,
      paidOut: 0,
      takenBack: 0,
      closingBalance: -40,
    }
    const { sums } = documentOf(money.deps, owing, [])
    expect(sums.at(-1)).toEqual({ label: 'Closing balance you owe us', amount: '$40.00', strong: true })
  })

  test('is for the franchisee of that franchise alone', async () => {
    const own = await money.franchise({ share: 80, onboarded: true })
    const other = await money.franchise({ share: 80, onboarded: true })
    const token = await apiKey(money.deps, { role: 'franchisee', franchiseId: own })
    for (const [part, status] of [
      ['', 200],
      ['/statement', 200],
      ['/pdf', 200],
    ] as const) {
      const ask = (id: string) => money.open('GET', `/api/admin/franchises/${id}/payouts${part}`, { token })
      expect((await ask(own)).status).toBe(status)
      expect((await ask(other)).status).toBe(404)
    }
    const listed = await money.open('GET', '/api/admin/payouts', { token })
    expect(listed.body.data.items.map(({ franchiseId }: { franchiseId: string }) => franchiseId)).toEqual([
      own,
    ])
    const dispatcher = await apiKey(money.deps, { role: 'dispatcher' })
    expect((await money.open('GET', '/api/admin/payouts', { token: dispatcher })).status).toBe(403)
  })

  test('refuses a period that ends before it begins', async () => {
    const id = await money.franchise()
    const answer = await money.hq('GET', `/api/admin/franchises/${id}/payouts?from=2026-03-02&to=2026-03-01`)
    expect([answer.status, answer.body.details]).toEqual([400, ['to: must not be before from']])
  })
})

async function transfersWithin(franchiseId: string, from: string, to: string) {
  const { timeZone } = money.deps.settings.business
  const [start, end] = [dayBounds(from, timeZone).from, dayBounds(to, timeZone).to]
  const { read: db } = money.deps.store
  const sent = await db
    .select()
    .from(transfers)
    .where(
      and(eq(transfers.franchiseId, franchiseId), gte(transfers.doneAt, start), lt(transfers.doneAt, end)),
    )
  const reversed = await db
    .select({ cents: transferReversals.cents })
    .from(transferReversals)
    .innerJoin(transfers, eq(transfers.id, transferReversals.transferId))
    .where(
      and(
        eq(transfers.franchiseId, franchiseId),
        eq(transferReversals.state, 'done'),
        gte(transferReversals.doneAt, start),
        lt(transferReversals.doneAt, end),
      ),
    )
  const sumOf = (rows: { cents: number }[]) => rows.reduce((sum, row) => sum + row.cents, 0)
  return { sent: sumOf(sent), reversed: sumOf(reversed) }
}

describe('a transfer that has not been sent', () => {
  const holdOf = async (franchiseId: string) =>
    (await read(`/api/admin/transfers?unsent=true&franchiseId=${franchiseId}`)).items.map(
      ({ hold }: { hold: string }) => hold,
    )
  const paid = async (franchiseId: string) => {
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    return job
  }

  test('waits for a payout account, and then for its approval', async () => {
    const franchiseId = await money.franchise({ share: 80 })
    const job = await paid(franchiseId)
    const [item] = (await read(`/api/admin/transfers?franchiseId=${franchiseId}`)).items
    expect(item).toMatchObject({
      hold: 'no-account',
      reference: job.reference,
      customerName: job.customerName,
    })
    await money.deps.store.write((tx) =>
      tx.update(franchises).set({ accountId: 'acct_new' }).where(eq(franchises.id, franchiseId)),
    )
    expect(await holdOf(franchiseId)).toEqual(['not-approved'])
    expect(await summary(franchiseId)).toMatchObject({ waiting: 80, failed: 0, hasAccount: true })
  })

  test('counts only for what a refund leaves of it, as the balance does', async () => {
    const franchiseId = await money.franchise({ share: 80 })
    await paid(franchiseId)
    const job = await paid(franchiseId)
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 70 }), 201)
    await money.rest()
    expect(await summary(franchiseId)).toMatchObject({ waiting: 104, balance: 104 })
    const { items } = await read(`/api/admin/transfers?unsent=true&franchiseId=${franchiseId}`)
    expect(items).toMatchObject([
      { jobId: job.id, amount: 80, left: 24 },
      { amount: 80, left: 80 },
    ])
    const { lines: waiting } = await read('/api/admin/today')
    const about = waiting.find(({ key }: { key: string }) => key === `payout.waiting:${franchiseId}`)
    expect(about.title).toContain("can't receive $104.00 yet")
  })

  test('failed with a reason, and is gone from the list once it is sent', async () => {
    const franchiseId = await money.franchise({ share: 80, onboarded: true })
    money.break({
      transfer: async () => {
        throw new PaymentRefused('no-funds')
      },
    })
    await paid(franchiseId)
    money.mend()
    const { items } = await read(`/api/admin/transfers?unsent=true&franchiseId=${franchiseId}`)
    expect(items).toMatchObject([{ hold: 'failed', refusal: 'no-funds' }])
    expect(await summary(franchiseId)).toMatchObject({ waiting: 0, failed: 80, paidOut: 0 })
    expectStatus(await money.hq('POST', `/api/admin/transfers/${items[0].id}/resend`), 200)
    expect(await holdOf(franchiseId)).toEqual([])
    expect(await summary(franchiseId)).toMatchObject({ failed: 0, paidOut: 80 })
  })
})
