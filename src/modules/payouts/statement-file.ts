import type { Deps } from '../../deps'
import { formatUsd } from '../../lib/money'
import { formatsFor } from '../../words/formats'
import { renderTable, type TableDocument } from '../invoices'
import type { PayoutStatement, StatementLine, StatementQuery } from './model'
import { listStatementLines, readStatement } from './periods'

/** About 60 pages. A longer statement says that the CSV file has every line. */
const mostLines = 2_000

/** A statement for the franchisee as PDF, made in the thread that prints invoices. */
export async function statementPdf(
  deps: Deps,
  franchiseId: string,
  query: StatementQuery,
): Promise<Response> {
  const statement = await readStatement(deps, franchiseId, query)
  const listing = listStatementLines(deps, franchiseId, query)
  const lines = (await listing.rows(mostLines, null)).map((row) => listing.present(row))
  const bytes = await renderTable(deps, documentOf(deps, statement, lines))
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${statementName(statement)}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** `payouts-front-range-gutters-2026-03-01-2026-03-31`, with nothing a file name can't have. */
export const statementName = ({ franchise, from, to }: Pick<PayoutStatement, 'franchise' | 'from' | 'to'>) =>
  ['payouts', ...(franchise.toLowerCase().match(/[a-z0-9]+/g) ?? []), from, to].join('-')

export function documentOf(
  { settings }: Pick<Deps, 'settings'>,
  statement: PayoutStatement,
  lines: StatementLine[],
): TableDocument {
  const { dateOf: date } = formatsFor('en')
  const dollars = (units: number) => formatUsd(Math.round(units * 100))
  const { openingBalance, earned, refunds, collected, paidOut, takenBack, closingBalance } = statement
  const minus = (units: number) => (units === 0 ? dollars(0) : dollars(-units))
  return {
    title: 'Payout statement',
    seller: settings.business.name,
    color: settings.business.color,
    date: statement.to,
    facts: [
      ['Franchise', statement.franchise],
      ['From', date(statement.from)],
      ['To', date(statement.to)],
      ['Lines', String(statement.lines)],
    ],
    sums: [
      { label: 'Opening balance', amount: dollars(openingBalance) },
      { label: 'Your share of payments', amount: dollars(earned) },
      { label: 'Your share of refunds', amount: minus(refunds) },
      ...(collected === 0 ? [] : [{ label: 'Payments you collected', amount: minus(collected) }]),
      { label: 'Paid out to you', amount: minus(paidOut) },
      { label: 'Reversed after refunds', amount: dollars(takenBack) },
      {
        label: closingBalance < 0 ? 'Closing balance you owe us' : 'Closing balance we owe you',
        amount: dollars(Math.abs(closingBalance)),
        strong: true,
      },
    ],
    columns: [
      { head: 'Date', width: 70 },
      { head: 'Job', width: 66 },
      { head: 'Customer', width: 112 },
      { head: 'Service', width: 136 },
      { head: 'Amount', width: 90, end: true },
    ],
    rows: lines.map(({ date: on, reference, customerName, service, kind, amount }) => [
      date(on),
      reference ?? '',
      customerName ?? '',
      kind === 'transfer' ? (service ?? '') : `Refund: ${service ?? ''}`,
      dollars(amount),
    ]),
    closing:
      lines.length < statement.lines
        ? `This statement shows the first ${lines.length} of ${statement.lines} lines. The CSV file has all of them.`
        : `${dollars(paidOut)} paid out, ${dollars(takenBack)} reversed after refunds: ${dollars((Math.round(paidOut * 100) - Math.round(takenBack * 100)) / 100)} in total.`,
  }
}
