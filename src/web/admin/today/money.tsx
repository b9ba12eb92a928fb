import type { TodayMoney } from '../../../modules/operations'
import { formatMoney, weekdayIn } from '../../client/format'
import { Stat } from '../../components'
import { goTo, linkTo } from '../address'
import { settings } from '../session'
import { useMe } from '../shell/me'

/** Earnings and the open balance, each with the figure it compares to. */
export function MoneyTiles({ money }: { money: TodayMoney }) {
  const { may } = useMe()
  const today = weekdayIn(settings.timeZone)
  const { week, day, open, trend } = money
  return (
    <div class="stats">
      <Earned label="this week" {...week} than="last week at this time" trend={trend} />
      <Earned label="today" {...day} than={`last ${today} at this time`} trend={trend.slice(-7)} />
      {may('invoices.read') && (
        <Stat
          label="Due on invoices"
          value={formatMoney(open.balance)}
          note={owedWords(open)}
          {...(open.overdue > 0 && { tone: 'bad' as const })}
          href={linkTo('invoices', { state: open.overdue > 0 ? 'overdue' : 'sent' })}
          onOpen={() => goTo('invoices', { state: open.overdue > 0 ? 'overdue' : 'sent' })}
        />
      )}
    </div>
  )
}

interface EarnedProps {
  label: string
  earned: number
  before: number
  /** The time it compares to. */
  than: string
  trend: number[]
}

/** More refunds than payments would make a negative number, which nobody can read at a glance. */
function Earned({ label, earned, before, than, trend }: EarnedProps) {
  const isNegative = earned < 0
  const href = linkTo('reports')
  return (
    <Stat
      label={`${isNegative ? 'Refunded' : 'Earned'} ${label}`}
      value={formatMoney(Math.abs(earned))}
      note={`${isNegative ? 'More refunds than payments. ' : ''}${comparedWords(earned, before)} ${than}`}
      {...(earned !== before && { tone: earned > before ? ('good' as const) : ('bad' as const) })}
      trend={trend}
      href={href}
      onOpen={() => goTo('reports')}
    />
  )
}

function comparedWords(earned: number, before: number): string {
  if (earned === before) return 'Same as'
  return `${formatMoney(Math.abs(earned - before))} ${earned > before ? 'more' : 'less'} than`
}

function owedWords({ invoices, overdue }: TodayMoney['open']): string {
  if (invoices === 0) return 'No open invoices'
  const count = `${invoices} open ${invoices === 1 ? 'invoice' : 'invoices'}`
  return overdue > 0 ? `${formatMoney(overdue)} of it is overdue` : `${count}, none overdue`
}
