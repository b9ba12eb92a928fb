import type { z } from 'zod'
import type { Deps } from '../../deps'
import { unitsFromCents } from '../../lib/money'
import type { RevenueReport } from './model'
import { serviceLabels } from './labels'
import { sumsBy, type Scope } from './sums/ask'
import { ledgerSummary, ledgerTypeSummary } from './sums/ledger'
import { byMonth, totalOf } from './sums/rollup'

const measures = ['payments', 'revenue_cents', 'refund_cents'] as const
type Sums = Record<(typeof measures)[number], number>

export async function revenue(deps: Deps, scope: Scope): Promise<z.infer<typeof RevenueReport>> {
  const days = await sumsBy(deps, ledgerSummary, 'day', scope, measures)
  const franchises = await sumsBy(deps, ledgerSummary, 'franchise_id', scope, measures)
  const types = await sumsBy(deps, ledgerTypeSummary, 'service_id', scope)
  const labels = await serviceLabels(deps)
  return {
    ...inUnits(totalOf(days, measures)),
    months: byMonth(days, measures).map(({ month, ...sums }) => ({ month, ...inUnits(sums) })),
    franchises: franchises
      .filter(isSomething)
      .map(({ key, ...sums }) => ({ franchiseId: key === '' ? null : String(key), ...inUnits(sums) })),
    types: types
      .filter(isSomething)
      .map(({ key, ...sums }) => ({ type: labels(String(key)), ...inUnits(sums) }))
      .toSorted((one, other) => other.revenue - one.revenue),
  }
}

/** A transfer alone is nobody's revenue. */
const isSomething = (sums: Sums) => measures.some((name) => sums[name] !== 0)

function inUnits({ payments, revenue_cents, refund_cents }: Sums) {
  return {
    payments,
    revenue: unitsFromCents(revenue_cents),
    refunds: unitsFromCents(refund_cents),
    netRevenue: unitsFromCents(revenue_cents - refund_cents),
    averageTicket: payments === 0 ? null : unitsFromCents(Math.round(revenue_cents / payments)),
  }
}
