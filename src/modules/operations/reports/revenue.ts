import type { z } from 'zod'
import type { Deps } from '../../../deps'
import { unitsFromCents } from '../../../lib/money'
import { crowded, oneOther } from './crowds'
import { revenueByMethod } from './methods'
import type { RevenueReport, Pnl } from './model'
import { ledgerSummary, ledgerTypeSummary } from './summaries'
import { serviceLabels, sumsBy, byMonth, totalOf, type Scope, type SumRow } from './sums'

const revenueMeasures = ['payments', 'revenue_cents', 'refund_cents'] as const
type Sums = Record<(typeof revenueMeasures)[number], number>

export async function revenueReport(deps: Deps, scope: Scope): Promise<z.infer<typeof RevenueReport>> {
  const days = await sumsBy(deps, ledgerSummary, 'day', scope, revenueMeasures)
  const franchises = await sumsBy(deps, ledgerSummary, 'franchise_id', scope, revenueMeasures)
  const types = await sumsBy(deps, ledgerTypeSummary, 'service_id', scope)
  const labels = await serviceLabels(deps)
  const total = totalOf(days, revenueMeasures)
  // Few customers pay some of these ways, so the public doesn't see them.
  const methods = scope.forPublic ? [] : await revenueByMethod(deps, scope, total)
  return {
    ...revenueInUnits(total),
    methods: methods.map(({ method, payments, revenue_cents }) => ({
      method,
      payments,
      revenue: unitsFromCents(revenue_cents),
    })),
    months: crowded(scope, byMonth(days, revenueMeasures), paymentsIn, otherMonths).map(
      ({ month, ...sums }) => ({ month, ...revenueInUnits(sums) }),
    ),
    franchises: crowded(scope, franchises.filter(isSomething), paymentsIn, otherKey('other')).map(
      ({ key, ...sums }) => ({ franchiseId: key === '' ? null : String(key), ...revenueInUnits(sums) }),
    ),
    types: oneOther(crowded(scope, types.filter(isSomething), paymentsIn, otherKey('')), otherKey(''))
      .map(({ key, ...sums }) => ({ type: labels(String(key)), ...revenueInUnits(sums) }))
      .toSorted((one, other) => other.revenue - one.revenue),
  }
}

const paymentsIn = ({ payments }: Pick<Sums, 'payments'>): number => payments
const otherMonths = (rest: Sums[]) => ({ month: 'other', ...totalOf(rest, revenueMeasures) })
const otherKey = (key: string) => (rest: SumRow<keyof Sums>[]) => ({ key, ...totalOf(rest, revenueMeasures) })

/** Skips groups that only have transfers: moving money isn't revenue. */
const isSomething = (sums: Sums) => revenueMeasures.some((name) => sums[name] !== 0)

function revenueInUnits({ payments, revenue_cents, refund_cents }: Sums) {
  return {
    payments,
    revenue: unitsFromCents(revenue_cents),
    refunds: unitsFromCents(refund_cents),
    netRevenue: unitsFromCents(revenue_cents - refund_cents),
    averageTicket: payments === 0 ? null : unitsFromCents(Math.round(revenue_cents / payments)),
  }
}

type PnlMeasure = keyof typeof ledgerSummary.measures
const pnlMeasures = Object.keys(ledgerSummary.measures) as PnlMeasure[]

/** Revenue and how it is divided, added up from the ledger. */
export async function pnlReport(deps: Deps, scope: Scope): Promise<z.infer<typeof Pnl>> {
  const days = await sumsBy(deps, ledgerSummary, 'day', scope)
  return {
    ...pnlInUnits(totalOf(days, pnlMeasures)),
    months: crowded(scope, byMonth(days, pnlMeasures), paymentsIn, (rest) => ({
      month: 'other',
      ...totalOf(rest, pnlMeasures),
    })).map(({ month, ...sums }) => ({ month, ...pnlInUnits(sums) })),
  }
}

function pnlInUnits(sums: Record<PnlMeasure, number>) {
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
