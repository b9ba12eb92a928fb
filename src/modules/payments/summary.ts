import { and, gte, inArray, sql } from 'drizzle-orm'
import { ledgerEntries } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import type { Money } from '../../providers/payments/types'
import { lastPeriods } from '../ledger/periods'
import type { LedgerKind } from '../ledger/post'
import { countTransactions } from '../ledger/sums'
import type { PaymentsSummary } from './model'

const eventsShown = 20

/** How the money stands: the processor's word on the balance, the ledger's on the rest. */
export async function summarisePayments(deps: Deps): Promise<PaymentsSummary> {
  const { store, clock, config, providers } = deps
  const { available, pending } = await providers.payments.balance()
  const events = await providers.payments.recentEvents(eventsShown)
  const since = (unit: 'day' | 'week') =>
    lastPeriods(unit, 1, clock.now(), config.business.timeZone)[0]?.from ?? 0
  return {
    balance: { available: available.map(presentMoney), pending: pending.map(presentMoney) },
    revenue: {
      today: await earnedSince(store.read, since('day')),
      week: await earnedSince(store.read, since('week')),
      allTime: await earnedSince(store.read, 0),
    },
    recentEvents: events.map(({ id, type, at }) => ({ id, type, at: isoTime(at) })),
    chargeCount: await countTransactions(store.read, 'payment'),
  }
}

const presentMoney = ({ cents, currency }: Money) => ({ amount: unitsFromCents(cents), currency })

const earning: LedgerKind[] = ['payment', 'refund', 'refund_owed', 'refund_withdrawn', 'dispute_lost']

/** Ours and the franchises' part alike: both are what customers paid for the work. */
async function earnedSince(db: Db, since: number): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(-sum(${ledgerEntries.cents}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        inArray(ledgerEntries.account, ['revenue_hq', 'franchise_payable']),
        gte(ledgerEntries.at, since),
        inArray(ledgerEntries.kind, earning),
      ),
    )
  return unitsFromCents(row?.cents ?? 0)
}
