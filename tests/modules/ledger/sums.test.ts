import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Store } from '../../../db/store'
import { sharesOf } from '../../../src/modules/ledger/shares'
import {
  postTransaction,
  paymentReceived,
  refunded,
  balanceOf,
  countTransactions,
} from '../../../src/modules/ledger/transactions'
import { lastPeriods } from '../../../src/modules/payments/summary'
import { openTestStore, type TestStore } from '../../support/store'

let opened: TestStore
let store: Store

beforeEach(async () => {
  opened = await openTestStore()
  store = opened.store
})
afterEach(() => opened.close())

const newYork = 'America/New_York'
const shares = sharesOf(10_000, 0, 6_000)

async function pay(id: string, franchiseId: string, time: string): Promise<void> {
  const at = Date.parse(time)
  await store.write((tx) =>
    postTransaction(tx, {
      kind: 'payment',
      about: `payment:${id}`,
      at,
      franchiseId,
      entries: paymentReceived(shares, 300),
    }),
  )
}

async function payBack(id: string, franchiseId: string, cents: number, time: string): Promise<void> {
  const at = Date.parse(time)
  await store.write((tx) =>
    postTransaction(tx, {
      kind: 'refund',
      about: `refund:${id}`,
      at,
      franchiseId,
      entries: refunded(shares, 0, cents),
    }),
  )
}

describe('periods:', () => {
  const now = Date.parse('2026-03-10T02:00:00Z') // Still Monday the 9th in New York.

  test("months start at the business's midnight, not at Greenwich's", () => {
    expect(lastPeriods('month', 2, now, newYork)).toEqual([
      { label: '2026-02', from: Date.parse('2026-02-01T05:00:00Z'), to: Date.parse('2026-03-01T05:00:00Z') },
      { label: '2026-03', from: Date.parse('2026-03-01T05:00:00Z'), to: Date.parse('2026-04-01T04:00:00Z') },
    ])
  })

  test('a day is 23 hours long when the clocks go forward', () => {
    const [sunday, monday] = lastPeriods('day', 2, now, newYork)
    expect(sunday?.label).toBe('2026-03-08')
    expect((sunday?.to ?? 0) - (sunday?.from ?? 0)).toBe(23 * 3_600_000)
    expect(monday?.label).toBe('2026-03-09')
  })

  test('weeks start on Monday', () => {
    expect(lastPeriods('week', 2, now, newYork).map(({ label }) => label)).toEqual([
      '2026-03-02',
      '2026-03-09',
    ])
  })
})

describe('sums', () => {
  beforeEach(async () => {
    await pay('1', 'north', '2026-02-28T12:00:00Z')
    // March in Greenwich, February in New York.
    await pay('2', 'north', '2026-03-01T03:00:00Z')
    await pay('3', 'south', '2026-03-05T12:00:00Z')
    await payBack('3', 'south', 5_000, '2026-03-06T12:00:00Z')
  })

  test('a balance is the sum of an account, over all franchises or for one', async () => {
    expect(await balanceOf(store.read, 'processor_cash')).toBe(3 * 9_700 - 5_000)
    expect(await balanceOf(store.read, 'franchise_payable', 'north')).toBe(-12_000)
    expect(await balanceOf(store.read, 'franchise_payable', 'south')).toBe(-3_000)
    expect(await balanceOf(store.read, 'franchise_payable', 'nowhere')).toBe(0)
    expect(await balanceOf(store.read, 'customers_receivable')).toBe(0)
  })

  test('count movements of a kind', async () => {
    expect(await countTransactions(store.read, 'payment')).toBe(3)
    expect(await countTransactions(store.read, 'payment', Date.parse('2026-03-05T00:00:00Z'))).toBe(1)
    expect(await countTransactions(store.read, 'transfer')).toBe(0)
  })
})

describe('the query plan of', () => {
  const planOf = async (query: ReturnType<typeof sql>): Promise<string> => {
    const steps = await store.read.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`)
    return steps.map(({ detail }) => detail).join('\n')
  }

  test('a balance searches a covering index', async () => {
    const balance = sql`SELECT sum(cents) FROM ledger_entries WHERE account = 'refunds'`
    expect(await planOf(balance)).toContain('USING COVERING INDEX ledger_entries_by_account (account=?)')
    const franchise = sql`SELECT sum(cents) FROM ledger_entries WHERE account = 'refunds' AND franchise_id = 'north'`
    expect(await planOf(franchise)).toContain('USING COVERING INDEX ledger_entries_by_franchise')
  })
})
