import { eq, inArray, sql } from 'drizzle-orm'
import {
  cancellations,
  demoAccounts,
  demoIntents,
  demoRefunds,
  demoTransfers,
  jobs,
  ledgerEntries,
  ledgerTransactions,
  payments,
  refunds,
  transferReversals,
  transfers,
  webhookEvents,
} from '../../../db/schema'
import type { Db } from '../../../db/store'
import { checkLedger } from '../../../src/modules/ledger/check'
import { franchiseDue, refundShares, sharesOfPayment } from '../../../src/modules/ledger/shares'
import { moneyChecks } from '../../../src/modules/payments/books'

export interface Expected {
  jobId: string
  /** Refunds made at the processor by hand, by their key. */
  byHand: Set<string>
  /** How many refunds HQ requested. */
  asked: number
}

/** A planted bug changes keys, but they still contain what was requested. */
const asked = (key: string) => key.split('#')[0]

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Lists, in words, every rule that doesn't hold for a job once everything has settled. */
export async function violations(db: Db, expected: Expected): Promise<string[]> {
  const wrong: string[] = []
  const claim = (holds: boolean, saying: string) => {
    if (!holds) wrong.push(saying)
  }
  const { jobId } = expected
  const [job] = await db.select().from(jobs).where(eq(jobs.id, jobId))
  const rows = await db.select().from(payments).where(eq(payments.jobId, jobId))
  const ours = await db.select().from(refunds).where(eq(refunds.jobId, jobId))
  const intents = await db.select().from(demoIntents).where(eq(demoIntents.jobId, jobId))
  const intentIds = intents.map(({ id }) => id)
  const theirs = await db.select().from(demoRefunds).where(inArray(demoRefunds.intentId, intentIds))
  const sent = await db.select().from(demoTransfers).where(inArray(demoTransfers.intentId, intentIds))
  const shares = await db.select().from(transfers).where(eq(transfers.jobId, jobId))
  const backs = await db
    .select({ row: transferReversals })
    .from(transferReversals)
    .innerJoin(transfers, eq(transfers.id, transferReversals.transferId))
    .where(eq(transfers.jobId, jobId))
  const [cancellation] = await db.select().from(cancellations).where(eq(cancellations.jobId, jobId))

  // Nothing is left open.
  const open = await db
    .select()
    .from(webhookEvents)
    .where(sql`${webhookEvents.state} <> 'done'`)
  claim(
    open.length === 0,
    `events are not done: ${open.map(({ type, lastError }) => `${type} (${lastError})`).join(', ')}`,
  )
  claim(
    ours.every(({ state }) => state !== 'intended'),
    'a refund is still open',
  )
  claim(
    shares.every(({ state }) => state !== 'intended'),
    'a transfer is still open',
  )
  claim(
    backs.every(({ row }) => row.state !== 'intended'),
    'a reversal is still open',
  )
  claim(cancellation === undefined || cancellation.answer !== null, 'a cancellation has no answer')

  for (const intent of intents) {
    const row = rows.find(({ id }) => id === intent.id)
    const made = theirs.filter(({ intentId }) => intentId === intent.id)
    const live = ours.filter(({ paymentId, state }) => paymentId === intent.id && state !== 'refused')
    const byItself = live.filter(({ cause }) => ['cancel', 'late', 'duplicate'].includes(cause))
    claim(byItself.length <= 1, `${byItself.length} automatic refunds of one payment`)
    claim(live.length <= 1 + expected.asked + expected.byHand.size, 'more refunds than anybody asked for')
    claim(sum(made.map(({ cents }) => cents)) <= intent.capturedCents, 'refunds exceed what was captured')
    claim(sum(live.map(({ cents }) => cents)) <= intent.capturedCents, 'our refunds exceed what was captured')
    claim(row !== undefined || job?.status !== 'cancelled', 'canceled, but a payment was never looked up')
    if (!row) continue
    claim(
      row.refundedCents === intent.refundedCents,
      `refunded ${row.refundedCents}, at the processor ${intent.refundedCents}`,
    )
    claim(row.capturedCents === intent.capturedCents, 'captured differs from the processor')
    for (const { key } of made) {
      const isOurs = ours.some(({ id }) => id === asked(key))
      claim(isOurs || expected.byHand.has(key), 'the processor made a refund nobody asked for')
    }
    for (const { id, state, cents } of ours.filter(
      ({ paymentId, cause }) => paymentId === intent.id && cause !== 'outside',
    )) {
      const paid = made.filter(({ key }) => asked(key) === id)
      const isRight = state === 'done' ? paid.length === 1 && paid[0]?.cents === cents : paid.length === 0
      claim(isRight, `a refund that is ${state} was made ${paid.length} times`)
    }
    const transferred = sent.filter(({ intentId }) => intentId === intent.id)
    const accounts = new Set(transferred.map(({ accountId }) => accountId))
    claim(
      transferred.length === accounts.size,
      `${transferred.length} transfers of one payment to one franchise`,
    )
    claim(
      !row.pays || job?.status !== 'cancelled' || row.refundedCents === row.capturedCents,
      'canceled, but not everything was refunded',
    )
    claim(row.pays || row.refundedCents === row.capturedCents, 'paid twice, yet not given back')
  }
  claim(rows.filter(({ pays }) => pays).length <= 1, 'two payments pay one job')

  for (const made of sent) {
    const row = shares.find(({ processorId }) => processorId === made.id)
    claim(
      row?.state === 'done' && row.cents === made.cents,
      'a transfer at the processor is not in our books',
    )
    claim(
      row?.reversedCents === made.reversedCents,
      `reversed ${row?.reversedCents}, at the processor ${made.reversedCents}`,
    )
  }
  claim(
    shares.every(({ state }) => state !== 'done') || sent.length > 0,
    'a transfer in our books was never made',
  )
  for (const share of shares) {
    const row = rows.find(({ id }) => id === share.paymentId)!
    const owing = backs.filter(({ row: back }) => back.transferId === share.id && back.state === 'receivable')
    const has = share.cents - share.reversedCents - sum(owing.map(({ row: back }) => back.cents))
    const due = franchiseDue(sharesOfPayment(row), row.refundedCents)
    claim(
      share.state !== 'done' || has === due,
      `the franchise has ${has} cents of a payment instead of ${due}`,
    )
    claim(share.state !== 'void' || due === 0, `a share of ${due} cents was never sent`)
    claim(share.state !== 'refused', `a transfer was refused: ${share.refusal}`)
    const [account] = await db
      .select()
      .from(demoAccounts)
      .where(eq(demoAccounts.franchiseId, share.franchiseId))
    claim(
      share.state !== 'pending' || !account?.payoutsEnabled,
      'a share waits although its account is ready',
    )
  }

  wrong.push(
    ...(await wrongInLedger(
      db,
      jobId,
      rows,
      shares,
      backs.map(({ row }) => row),
      intents,
    )),
  )
  for (const { about, problem } of await checkLedger(db)) wrong.push(`ledger: ${about} ${problem}`)
  for (const { about, problem } of await checkLedger(db, moneyChecks))
    wrong.push(`money: ${about} ${problem}`)
  return wrong
}

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect']

/** To the cent: each side has its share of the money paid and not refunded. */
async function wrongInLedger(
  db: Db,
  jobId: string,
  rows: Row<typeof payments>[],
  shares: Row<typeof transfers>[],
  backs: Row<typeof transferReversals>[],
  intents: Row<typeof demoIntents>[],
): Promise<string[]> {
  const entries = await db
    .select({ account: ledgerEntries.account, cents: ledgerEntries.cents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerTransactions.jobId, jobId))
  const booked = (account: string) =>
    sum(entries.filter((entry) => entry.account === account).map(({ cents }) => cents))
  const paid = rows.filter(({ status, kind }) => kind === 'payment' && status === 'succeeded')
  const given = paid.map((row) => refundShares(sharesOfPayment(row), 0, row.refundedCents))
  const sent = sum(shares.filter(({ state }) => state === 'done').map(({ cents }) => cents))
  const reversed = sum(shares.map(({ reversedCents }) => reversedCents))
  const owed = sum(backs.filter(({ state }) => state === 'receivable').map(({ cents }) => cents))
  const part = (name: 'taxCents' | 'franchiseCents' | 'hqCents') =>
    sum(paid.map((row) => sharesOfPayment(row)[name])) - sum(given.map((back) => back[name]))
  const known = new Set(paid.map(({ id }) => id))
  const kept = intents.filter(({ id }) => known.has(id))
  const cash =
    sum(kept.map(({ capturedCents, refundedCents, feeCents }) => capturedCents - refundedCents - feeCents)) -
    sent +
    reversed
  const expected: Record<string, number> = {
    tax_payable: -part('taxCents'),
    revenue_hq: -part('hqCents'),
    franchise_payable: -part('franchiseCents') + sent - reversed - owed,
    franchise_receivable: owed,
    refunds: 0,
    processor_fees: sum(kept.map(({ feeCents }) => feeCents)),
    processor_cash: cash,
  }
  return Object.entries(expected)
    .filter(([account, cents]) => booked(account) !== cents)
    .map(([account, cents]) => `${account} has ${booked(account)} cents instead of ${cents}`)
}
