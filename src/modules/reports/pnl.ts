import type { z } from 'zod'
import type { Deps } from '../../deps'
import { unitsFromCents } from '../../lib/money'
import type { Pnl } from './model'
import { sumsBy, type Scope } from './sums/ask'
import { ledgerSummary } from './sums/ledger'
import { byMonth, totalOf } from './sums/rollup'

type Measure = keyof typeof ledgerSummary.measures
const measures = Object.keys(ledgerSummary.measures) as Measure[]

/** What was earned and who has it, all of it sums over the ledger. */
export async function pnl(deps: Deps, scope: Scope): Promise<z.infer<typeof Pnl>> {
  const days = await sumsBy(deps, ledgerSummary, 'day', scope)
  return {
    ...inUnits(totalOf(days, measures)),
    months: byMonth(days, measures).map(({ month, ...sums }) => ({ month, ...inUnits(sums) })),
  }
}

function inUnits(sums: Record<Measure, number>) {
  const net = sums.revenue_cents - sums.refund_cents
  return {
    payments: sums.payments,
    revenue: unitsFromCents(sums.revenue_cents),
    refunds: unitsFromCents(sums.refund_cents),
    netRevenue: unitsFromCents(net),
    franchiseShares: unitsFromCents(sums.franchise_cents),
    fees: unitsFromCents(sums.fee_cents),
    hqNet: unitsFromCents(sums.hq_cents - sums.fee_cents),
    tax: unitsFromCents(sums.tax_cents),
  }
}
