import { and, asc, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { franchises, jobs, ledgerEntries, ledgerTransactions } from '../../../db/schema'
import type { LedgerAccount } from '../../../db/schema/ledger'
import type { Deps } from '../../deps'
import { dayAfter, dayBounds, localDateAt } from '../../lib/calendar'
import type { Cents } from '../../lib/money'
import { referenceOf } from '../../lib/reference'
import { csvLine } from '../../lib/text'
import { accounts, accountsInOrder, nameOfKind } from './accounts'
import type { QuickBooksQuery } from './model'
import { creditOf, debitOf } from './read'

/**
 * A file for "Import data → Journal entries" in QuickBooks Online. Rows with one number are one journal entry,
 * and each of them balances.
 */
export async function quickBooksFile(deps: Deps, query: QuickBooksQuery): Promise<Response> {
  const { timeZone } = deps.settings.business
  const to = query.to ?? localDateAt(deps.clock.now(), timeZone)
  const from = query.from ?? `${to.slice(0, 7)}-01`
  const names = await franchiseNames(deps)
  const entries = query.per === 'day' ? byDay : byEntry
  const blocks = entries(deps, { from, to, franchiseId: query.franchiseId, names })
  const encoder = new TextEncoder()
  let isFirst = true
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (isFirst) controller.enqueue(encoder.encode(csvLine(head)))
      isFirst = false
      const { value, done } = await blocks.next()
      if (done === true) controller.close()
      else controller.enqueue(encoder.encode(value.map(linesOf).join('')))
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="quickbooks-${from}-${to}.csv"`,
    },
  })
}

const head = ['Journal No.', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description', 'Location']

interface Journal {
  number: string
  /** YYYY-MM-DD. */
  date: string
  lines: [account: LedgerAccount, cents: Cents][]
  description: string
  location: string
}

function linesOf({ number, date, lines, description, location }: Journal): string {
  const [year, month, day] = date.split('-')
  const amount = (cents: Cents) => (cents === 0 ? '' : (cents / 100).toFixed(2))
  const rows = lines.map(([account, cents]) => [
    number,
    `${month}/${day}/${year}`,
    accounts[account].name,
    amount(debitOf(cents)),
    amount(creditOf(cents)),
    description,
    location,
  ])
  return rows.map(csvLine).join('')
}

interface Wanted {
  from: string
  to: string
  franchiseId: string | undefined
  names: Map<string, string>
}

/** Each day's changes of every account, which is short enough to read and to import. */
async function* byDay(deps: Deps, { from, to, franchiseId, names }: Wanted): AsyncGenerator<Journal[], void> {
  const { timeZone } = deps.settings.business
  const first = await firstDay(deps)
  for (let date = first !== null && first > from ? first : from; date <= to; date = dayAfter(date)) {
    const { from: start, to: end } = dayBounds(date, timeZone)
    const sums = await deps.store.read
      .select({ account: ledgerEntries.account, cents: sql<number>`sum(${ledgerEntries.cents})` })
      .from(ledgerEntries)
      .where(
        and(
          // Names every account, so the index by account and time is used.
          inArray(ledgerEntries.account, accountsInOrder),
          franchiseId === undefined ? undefined : eq(ledgerEntries.franchiseId, franchiseId),
          gte(ledgerEntries.at, start),
          lt(ledgerEntries.at, end),
        ),
      )
      .groupBy(ledgerEntries.account)
    const lines = sums
      .filter(({ cents }) => cents !== 0)
      .toSorted((one, other) => accountsInOrder.indexOf(one.account) - accountsInOrder.indexOf(other.account))
      .map(({ account, cents }): [LedgerAccount, Cents] => [account, cents])
    if (lines.length > 0)
      yield [
        {
          number: `TR-${date.replaceAll('-', '')}`,
          date,
          lines,
          description: `All movements of ${date}`,
          location: names.get(franchiseId ?? '') ?? '',
        },
      ]
    if (date === '9999-12-31') return
  }
}

/** The first day with an entry, so a file from the beginning of time isn't days of nothing. */
async function firstDay({ store, settings }: Deps): Promise<string | null> {
  const [row] = await store.read
    .select({ at: sql<number | null>`min(${ledgerTransactions.at})` })
    .from(ledgerTransactions)
  return row?.at == null ? null : localDateAt(row.at, settings.business.timeZone)
}

const batchSize = 500

async function* byEntry(
  deps: Deps,
  { from, to, franchiseId, names }: Wanted,
): AsyncGenerator<Journal[], void> {
  const { timeZone } = deps.settings.business
  const end = dayBounds(to, timeZone).to
  let after: { at: number; id: number } = { at: dayBounds(from, timeZone).from, id: 0 }
  for (;;) {
    const rows = await deps.store.read
      .select({ entry: ledgerTransactions, job: { id: jobs.id, reference: jobs.reference } })
      .from(ledgerTransactions)
      .leftJoin(jobs, eq(jobs.id, ledgerTransactions.jobId))
      .where(
        and(
          franchiseId === undefined ? undefined : eq(ledgerTransactions.franchiseId, franchiseId),
          gte(ledgerTransactions.at, after.at),
          lt(ledgerTransactions.at, end),
          or(gt(ledgerTransactions.at, after.at), gt(ledgerTransactions.id, after.id)),
        ),
      )
      .orderBy(asc(ledgerTransactions.at), asc(ledgerTransactions.id))
      .limit(batchSize)
    if (rows.length > 0)
      yield rows.map(({ entry, job }) => ({
        number: `TR-${entry.id}`,
        date: localDateAt(entry.at, timeZone),
        lines: entry.lines as Journal['lines'],
        description: [nameOfKind(entry.kind), job && referenceOf(job), entry.memo]
          .filter(Boolean)
          .join(' · '),
        location: names.get(entry.franchiseId ?? '') ?? '',
      }))
    const last = rows.at(-1)
    if (rows.length < batchSize || !last) return
    after = { at: last.entry.at, id: last.entry.id }
  }
}

async function franchiseNames({ store }: Deps): Promise<Map<string, string>> {
  const rows = await store.read.select({ id: franchises.id, name: franchises.name }).from(franchises)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
