import { afterEach, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { PaymentState } from '../../../db/schema/jobs'
import type { Store } from '../../../db/store'
import { checkLedger } from '../../../src/modules/ledger/check'
import { sharesOf } from '../../../src/modules/ledger/shares'
import {
  postTransaction,
  paymentReceived,
  refunded,
  refundOwed,
  undone,
  type LedgerKind,
} from '../../../src/modules/ledger/transactions'
import { openTestStore, type TestStore } from '../../support/store'

let opened: TestStore
let store: Store

beforeEach(async () => {
  opened = await openTestStore()
  store = opened.store
})
afterEach(() => opened.close())

const at = Date.parse('2026-03-02T15:00:00.000Z')
const shares = sharesOf(10_000, 0, 6_000)

async function book(id: string, paymentState: PaymentState): Promise<void> {
  await store.write((tx) =>
    tx.insert(jobs).values({
      id,
      customerName: 'Ann Example',
      address: '1 Main St',
      type: 'Gutter cleaning',
      priceCents: 10_000,
      totalCents: 10_000,
      paymentState,
      paidCents: paymentState === 'unpaid' ? 0 : 10_000,
      createdAt: at,
      updatedAt: at,
    }),
  )
}

let movements = 0
async function post(jobId: string, kind: LedgerKind, entries: ReturnType<typeof undone>): Promise<void> {
  const about = `${kind}:${++movements}`
  await store.write((tx) => postTransaction(tx, { kind, about, at, jobId, franchiseId: 'north', entries }))
}
const pay = (jobId: string) => post(jobId, 'payment', paymentReceived(shares, 320))

test('finds nothing wrong when jobs and books agree', async () => {
  await book('unpaid', 'unpaid')
  await book('paid', 'paid')
  await pay('paid')
  await book('partly', 'partly_refunded')
  await pay('partly')
  await post('partly', 'refund', refunded(shares, 0, 2_500))
  await book('back', 'refunded')
  await pay('back')
  await post('back', 'refund_owed', refundOwed(shares, 0, 10_000))
  await book('disputed', 'disputed')
  await pay('disputed')
  // Paid by two checkouts, and the second one was refunded.
  await book('twice', 'paid')
  await pay('twice')
  await pay('twice')
  await post('twice', 'refund', refunded(shares, 0, 10_000))
  // A refund the processor refused.
  await book('kept', 'paid')
  await pay('kept')
  await post('kept', 'refund_owed', refundOwed(shares, 0, 10_000))
  await post('kept', 'refund_withdrawn', undone(refundOwed(shares, 0, 10_000)))
  expect(await checkLedger(store.read)).toEqual([])
})

test('names every job that disagrees with the books', async () => {
  await book('said-paid', 'paid')
  await book('said-unpaid', 'unpaid')
  await pay('said-unpaid')
  await book('said-refunded', 'refunded')
  await pay('said-refunded')
  await book('never-paid', 'refunded')
  await book('partly-of-nothing', 'partly_refunded')
  const problems = await checkLedger(store.read)
  expect(problems.map(({ about }) => about)).toEqual([
    'job:said-paid',
    'job:said-unpaid',
    'job:said-refunded',
    'job:never-paid',
    'job:partly-of-nothing',
  ])
  expect(problems[1]?.problem).toBe(
    'is marked unpaid with a total of $100.00, but the ledger has $100.00 paid and $0.00 refunded',
  )
})

test('finds entries changed or removed by bypassing the rules', async () => {
  await pay('a')
  await pay('b')
  await store.write(async (tx) => {
    await tx.run(sql`DROP TRIGGER ledger_entries_never_change`)
    await tx.run(sql`DROP TRIGGER ledger_entries_never_go`)
    await tx.run(sql`UPDATE ledger_entries SET cents = cents + 1 WHERE transaction_id = 1 AND seq = 0`)
    await tx.run(sql`DELETE FROM ledger_entries WHERE transaction_id = 2 AND account <> 'refunds'`)
  })
  expect((await checkLedger(store.read)).map(({ problem }) => problem)).toEqual([
    'is out of balance by $0.01',
    'has 0 of its 4 entries',
    'is out of balance by $0.01',
  ])
})

test('runs the checks of other modules as well', async () => {
  const problem = { about: 'transfer:1', problem: 'is not in the ledger' }
  expect(await checkLedger(store.read, [async () => [problem]])).toEqual([problem])
})
