import { jobs, ledgerEntries, ledgerTransactions, serviceTypes } from '../../../db/schema'
import type { Store } from '../../../db/store'
import { localDateAt } from '../../../src/lib/calendar'

/** Figures computed row by row in plain code, to compare the reports with. */
export interface ByHand {
  byStatus: Record<string, number>
  byType: Record<string, number>
  byBookingMonth: Record<string, number>
  visits: { visits: number; completed: number; minutes: number; started: number; onTime: number }
  places: { inside: number; outside: number; unplaced: number }
  money: Record<'payments' | 'revenue' | 'refunds' | 'franchiseShares' | 'fees' | 'hqNet' | 'tax', number>
  revenueByMonth: Record<string, number>
  revenueByType: Record<string, number>
}

interface Wanted {
  timeZone: string
  now: number
  franchiseId?: string
  from?: string
  to?: string
}

const settling = ['transfer', 'transfer_reversal', 'receivable']

export async function reckonByHand(store: Store, known: Set<string>, wanted: Wanted): Promise<ByHand> {
  const dateAt = dates(wanted.timeZone)
  const within = (at: number) => {
    const date = dateAt(at)
    return date >= (wanted.from ?? '0000') && date <= (wanted.to ?? '9999')
  }
  const isWanted = (id: string | null) => wanted.franchiseId === undefined || id === wanted.franchiseId
  const labels = new Map(
    (await store.read.select().from(serviceTypes)).map(({ label }) => [label.toLowerCase(), label]),
  )
  const typeOf = (label: string | undefined) => labels.get(label?.toLowerCase() ?? '') ?? 'other'
  const all = await store.read.select().from(jobs)
  const types = new Map(all.map(({ id, type }) => [id, typeOf(type)]))

  const mine = all.filter((job) => isWanted(known.has(job.franchiseId ?? '') ? job.franchiseId : null))
  const booked = mine.filter((job) => within(job.createdAt))
  const today = dateAt(wanted.now)
  const seen = mine.filter(
    ({ scheduledStart: start, status, completedAt }) =>
      start !== null &&
      !(status === 'completed' && completedAt === null) &&
      within(start) &&
      dateAt(start) <= today &&
      status !== 'pending' &&
      status !== 'cancelled',
  )
  const done = seen.filter(({ status }) => status === 'completed')
  const isInside = (id: string | null) => id !== null && known.has(id)
  const lost = booked.filter(({ franchiseId }) => !isInside(franchiseId))
  const found = lost.filter(({ placeState, zip }) => placeState === 'placed' || zip !== null)

  const transactions = new Map(
    (await store.read.select().from(ledgerTransactions)).map((row) => [row.id, row]),
  )
  const entries = (await store.read.select().from(ledgerEntries)).filter(
    ({ at, franchiseId }) => within(at) && isWanted(franchiseId),
  )
  const sum = (cents: (entry: (typeof entries)[number]) => number) =>
    entries.reduce((total, one) => total + cents(one), 0) / 100
  const isIncome = ({ account, kind }: (typeof entries)[number]) =>
    (account === 'franchise_payable' || account === 'revenue_hq') && !settling.includes(kind)
  const paid = (entry: (typeof entries)[number]) =>
    entry.kind === 'payment' && isIncome(entry) ? -entry.cents : 0
  const fees = sum(({ account, cents }) => (account === 'processor_fees' ? cents : 0))

  return {
    byStatus: tally(booked, ({ status }) => status),
    byType: tally(booked, ({ type }) => typeOf(type)),
    byBookingMonth: tally(booked, ({ createdAt }) => dateAt(createdAt).slice(0, 7)),
    visits: {
      visits: seen.length,
      completed: done.length,
      minutes: done.reduce(
        (total, job) => total + Math.floor((job.scheduledEnd! - job.scheduledStart!) / 60_000),
        0,
      ),
      started: seen.filter(({ startedAt }) => startedAt !== null).length,
      onTime: seen.filter((job) => job.startedAt !== null && job.startedAt <= job.scheduledStart! + 900_000)
        .length,
    },
    places: {
      inside: booked.length - lost.length,
      outside: found.length,
      unplaced: lost.length - found.length,
    },
    money: {
      payments: entries.filter(({ kind, seq }) => kind === 'payment' && seq === 0).length,
      revenue: sum(paid),
      refunds: sum((entry) => (entry.kind !== 'payment' && isIncome(entry) ? entry.cents : 0)),
      franchiseShares: sum(({ account, kind, cents }) =>
        account === 'franchise_payable' && !settling.includes(kind) ? -cents : 0,
      ),
      fees,
      hqNet:
        Math.round((sum(({ account, cents }) => (account === 'revenue_hq' ? -cents : 0)) - fees) * 100) / 100,
      tax: sum(({ account, cents }) => (account === 'tax_payable' ? -cents : 0)),
    },
    revenueByMonth: totals(entries, (entry) => dateAt(entry.at).slice(0, 7), paid),
    revenueByType: totals(
      entries,
      ({ transactionId }) => types.get(transactions.get(transactionId)?.jobId ?? '') ?? 'other',
      paid,
    ),
  }
}

/** Asking the calendar is slow, and thousands of moments share an hour. */
function dates(timeZone: string): (at: number) => string {
  const known = new Map<number, string>()
  return (at) => {
    const quarter = Math.floor(at / 900_000)
    const date = known.get(quarter) ?? localDateAt(at, timeZone)
    known.set(quarter, date)
    return date
  }
}

const tally = <T>(rows: T[], keyOf: (row: T) => string) => totals(rows, keyOf, () => 100)

function totals<T>(rows: T[], keyOf: (row: T) => string, cents: (row: T) => number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[keyOf(row)] = (sums[keyOf(row)] ?? 0) + cents(row)
  return Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0)
      .map(([key, sum]) => [key, sum / 100]),
  )
}
