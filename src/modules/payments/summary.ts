import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { ledgerEntries } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { dateText, zonedAt } from '../../lib/calendar'
import { isoTime } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import type { Money } from '../../providers/payments/types'
import { countTransactions, type LedgerKind } from '../ledger'
import type { PaymentsSummary } from './model'

const eventsShown = 20

/** Reads the balance from the processor and everything else from the ledger. */
export async function summarisePayments(deps: Deps): Promise<PaymentsSummary> {
  const { store, clock, settings, providers } = deps
  const { available, pending } = await providers.payments.balance()
  const events = await providers.payments.recentEvents(eventsShown)
  const since = (unit: 'day' | 'week') =>
    lastPeriods(unit, 1, clock.now(), settings.business.timeZone)[0]?.from ?? 0
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

const earning: LedgerKind[] = [
  'payment',
  'payment_undone',
  'refund',
  'refund_owed',
  'refund_withdrawn',
  'refund_failed',
  'cancellation_fee',
  'dispute_lost',
]

/** Adds HQ's and the franchises' parts, because customers paid both for the work. */
const isEarned = (since: number) =>
  and(
    inArray(ledgerEntries.account, ['revenue_hq', 'franchise_payable']),
    gte(ledgerEntries.at, since),
    inArray(ledgerEntries.kind, earning),
  )

async function earnedSince(db: Db, since: number): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(-sum(${ledgerEntries.cents}), 0)` })
    .from(ledgerEntries)
    .where(isEarned(since))
  return unitsFromCents(row?.cents ?? 0)
}

/** The same in each of some spans of time, for one franchise or the whole company, in cents. */
export async function earnedIn(
  db: Db,
  spans: readonly Pick<Period, 'from' | 'to'>[],
  franchiseId: string | undefined,
): Promise<number[]> {
  const sums = spans.map(
    ({ from, to }) =>
      sql`coalesce(-sum(${ledgerEntries.cents}) FILTER (WHERE ${ledgerEntries.at} >= ${from} AND ${ledgerEntries.at} < ${to}), 0)`,
  )
  const [row] = await db
    .select({ cents: sql<string>`json_array(${sql.join(sums, sql`, `)})` })
    .from(ledgerEntries)
    .where(
      and(
        isEarned(Math.min(...spans.map(({ from }) => from))),
        franchiseId === undefined ? undefined : eq(ledgerEntries.franchiseId, franchiseId),
      ),
    )
  return row === undefined ? spans.map(() => 0) : (JSON.parse(row.cents) as number[])
}

/** A named span of time; `to` is the first moment after it. */
export interface Period {
  label: string
  from: number
  to: number
}

/**
 * The last `count` days, weeks (from Monday) or months in a time zone, oldest first, including the current
 * one.
 */
export function lastPeriods(
  unit: 'day' | 'week' | 'month',
  count: number,
  now: number,
  timeZone: string,
): Period[] {
  const today = zonedAt(now, timeZone).toPlainDate()
  const present = startOf(unit, today)
  const starts = Array.from({ length: count + 1 }, (_, step) =>
    present.add({ [`${unit}s`]: step - count + 1 }),
  )
  return starts.slice(0, count).map((start, place) => ({
    label: unit === 'month' ? dateText(start).slice(0, 7) : dateText(start),
    from: midnight(start, timeZone),
    to: midnight(starts[place + 1] ?? start, timeZone),
  }))
}

function startOf(unit: 'day' | 'week' | 'month', date: Temporal.PlainDate): Temporal.PlainDate {
  if (unit === 'day') return date
  return unit === 'month' ? date.with({ day: 1 }) : date.subtract({ days: date.dayOfWeek - 1 })
}

function midnight(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds
}
