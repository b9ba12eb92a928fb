import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ledgerEntries, ledgerTransactions } from '../../../db/schema'
import { brokenConstraint, type Store } from '../../../db/store'
import { sharesOf } from '../../../src/modules/ledger/shares'
import { postTransaction, paymentReceived, type Transaction } from '../../../src/modules/ledger/transactions'
import { openTestStore, type TestStore } from '../../support/store'

let opened: TestStore
let store: Store

beforeEach(async () => {
  opened = await openTestStore()
  store = opened.store
})
afterEach(() => opened.close())

const at = Date.parse('2026-03-02T15:00:00.000Z')
const received: Transaction = {
  kind: 'payment',
  about: 'payment:pi_1',
  at,
  entries: paymentReceived(sharesOf(10_800, 800, 6_000), 343),
  jobId: 'job-1',
  franchiseId: 'north',
}
const post = (transaction: Transaction) => store.write((tx) => postTransaction(tx, transaction))

/** The store's answer to a statement that bypasses the program. */
async function refusalOf(statement: ReturnType<typeof sql>): Promise<string | null> {
  try {
    await store.write(async (tx) => {
      await tx.run(statement)
    })
    return null
  } catch (error) {
    return brokenConstraint(error) ?? 'another error'
  }
}

const forged = (lines: string, clause = sql`INSERT`) =>
  refusalOf(
    sql`${clause} INTO ledger_transactions (about, kind, at, lines) VALUES ('forged', 'payment', 1, ${lines})`,
  )

describe('posting to the ledger', () => {
  test('writes every entry of a transaction with its kind, franchise and moment', async () => {
    expect(await post(received)).toBe('posted')
    const rows = await store.read.select().from(ledgerEntries).orderBy(ledgerEntries.seq)
    expect(rows.map(({ account, cents }) => [account, cents])).toEqual([
      ['processor_cash', 10_457],
      ['processor_fees', 343],
      ['tax_payable', -800],
      ['franchise_payable', -6_000],
      ['revenue_hq', -4_000],
    ])
    expect(rows.every((row) => row.franchiseId === 'north' && row.kind === 'payment' && row.at === at)).toBe(
      true,
    )
  })

  test('changes nothing when the same movement comes again', async () => {
    await post(received)
    expect(await post(received)).toBe('already')
    expect(await store.read.select().from(ledgerTransactions)).toHaveLength(1)
    expect(await store.read.select().from(ledgerEntries)).toHaveLength(5)
  })

  test('books ten simultaneous copies once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => post(received)))
    expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1)
    expect(await store.read.select().from(ledgerEntries)).toHaveLength(5)
  })

  test('is undone completely when its unit fails afterwards', async () => {
    const failing = store.write(async (tx) => {
      await postTransaction(tx, received)
      throw new Error('something else went wrong')
    })
    expect(await failing.catch(String)).toContain('something else went wrong')
    expect(await store.read.select().from(ledgerEntries)).toHaveLength(0)
  })

  test('rejects unbalanced, fractional or too few entries by name', async () => {
    const entries = (...cents: number[]) => cents.map((cents) => ({ account: 'refunds' as const, cents }))
    for (const wrong of [entries(100, -99), entries(0.5, -0.5), entries(0, 0), entries(), entries(0)])
      expect(await post({ ...received, entries: wrong }).catch(String)).toContain('payment:pi_1')
    expect(await store.read.select().from(ledgerTransactions)).toHaveLength(0)
  })

  test("rejects a franchise's money without a franchise", async () => {
    const refused = await post({ ...received, franchiseId: null }).catch(brokenConstraint)
    expect(refused).toContain('ledger_entries_franchise')
    expect(await store.read.select().from(ledgerTransactions)).toHaveLength(0)
  })
})

describe("the ledger's tables", () => {
  test("reject a transaction that doesn't add up to zero", async () => {
    expect(await forged('[["refunds", 100], ["processor_cash", -99]]')).toBe('truckroll:unbalanced')
    expect(await forged('[["refunds", 100]]')).toBe('truckroll:unbalanced')
    expect(await forged('[]')).toBe('truckroll:unbalanced')
    expect(await forged('[["refunds", 0.5], ["processor_cash", -0.5]]')).toBe('truckroll:unbalanced')
    expect(await forged('[["refunds", "1"], ["processor_cash", "-1"]]')).toBe('truckroll:unbalanced')
    expect(await forged('[["refunds", 1, 2], ["processor_cash", -1]]')).toBe('truckroll:unbalanced')
  })

  test('reject an unknown account, even when told to ignore it', async () => {
    const lines = '[["piggy_bank", 100], ["processor_cash", -100]]'
    expect(await forged(lines)).toContain('ledger_entries_account')
    expect(await forged(lines, sql`INSERT OR IGNORE`)).toBe('truckroll:unbalanced')
  })

  test('reject changing or deleting a booked entry', async () => {
    await post(received)
    for (const statement of [
      sql`UPDATE ledger_entries SET cents = cents * 2`,
      sql`UPDATE ledger_transactions SET at = 0`,
      sql`DELETE FROM ledger_entries`,
      sql`DELETE FROM ledger_transactions`,
    ])
      expect(await refusalOf(statement)).toBe('truckroll:append-only')
  })

  test('reject entries without a transaction', async () => {
    await post(received)
    const entry = (id: number, seq: number) =>
      refusalOf(sql`INSERT INTO ledger_entries (transaction_id, seq, account, cents, franchise_id, kind, at)
        VALUES (${id}, ${seq}, 'refunds', 5, 'north', 'payment', ${at})`)
    expect(await entry(1, 5)).toBe('truckroll:append-only')
    expect(await entry(99, 0)).toBe('truckroll:append-only')
  })

  test('reject replacing a transaction with another', async () => {
    await post(received)
    const lines = '[["refunds", 1], ["processor_cash", -1]]'
    expect(
      await refusalOf(sql`INSERT OR REPLACE INTO ledger_transactions (id, about, kind, at, lines)
        VALUES (1, 'other', 'payment', 1, ${lines})`),
    ).toBe('truckroll:append-only')
    expect(
      await refusalOf(sql`INSERT OR REPLACE INTO ledger_transactions (about, kind, at, lines)
        VALUES ('payment:pi_1', 'payment', 1, ${lines})`),
    ).toContain('FOREIGN KEY')
    expect(await store.read.select().from(ledgerEntries)).toHaveLength(5)
  })

  test('let the demo company be removed, and nothing else', async () => {
    await post(received)
    await post({ ...received, about: 'payment:demo', demo: true })
    await store.write(async (tx) => {
      await tx.run(
        sql`DELETE FROM ledger_entries WHERE transaction_id IN (SELECT id FROM ledger_transactions WHERE demo)`,
      )
      await tx.run(sql`DELETE FROM ledger_transactions WHERE demo`)
    })
    const left = await store.read.select({ about: ledgerTransactions.about }).from(ledgerTransactions)
    expect(left).toEqual([{ about: 'payment:pi_1' }])
    expect(await store.read.select().from(ledgerEntries)).toHaveLength(5)
  })
})
