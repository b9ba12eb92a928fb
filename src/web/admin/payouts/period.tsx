import { formatMonth } from '../../client/format'
import { SelectField } from '../../components'
import { setAddress, useAddress } from '../address'
import { settings } from '../session'
import { today } from '../shared/zone'

export interface Days {
  from: string
  to: string
}

const monthsShown = 13

/**
 * The chosen period, by default this month, with its name inside a sentence. It is kept in the address as `2026-03` or
 * `2026`.
 */
export function usePeriod(): Days & { label: string } {
  const given = useAddress().get('period')
  const period = isPeriod(given) ? given : thisMonth()
  return { ...daysOf(period), label: labelOf(period).replace('All', 'all') }
}

export function daysOf(period: string): Days {
  if (period.length === 4) return { from: `${period}-01-01`, to: `${period}-12-31` }
  const [year = 0, month = 1] = period.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { from: `${period}-01`, to: `${period}-${last}` }
}

export function PeriodFilter() {
  const given = useAddress().get('period')
  const [year = 0, month = 1] = thisMonth().split('-').map(Number)
  const months = Array.from({ length: monthsShown }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
  const periods = [...months, String(year), String(year - 1)]
  const chosen = isPeriod(given) ? given : thisMonth()
  return (
    <SelectField
      label="Period"
      value={chosen}
      options={[...(periods.includes(chosen) ? [] : [chosen]), ...periods].map((value) => ({
        value,
        label: labelOf(value),
      }))}
      onChoice={(period) => setAddress({ period })}
    />
  )
}

const isPeriod = (text: string): boolean => /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(text)
const thisMonth = () => today(settings.timeZone).slice(0, 7)

const labelOf = (period: string): string => (period.length === 4 ? `All of ${period}` : formatMonth(period))
