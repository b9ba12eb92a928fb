import { useAddress } from '../address'
import { settings } from '../session'
import { SelectFilter } from '../shared/tab-page'
import { today } from '../shared/zone'

export interface Days {
  from: string
  to: string
}

const monthsShown = 13

/** The chosen period, by default this month. It is kept in the address as `2026-03` or `2026`. */
export function usePeriod(): Days & { label: string } {
  const given = useAddress().get('period')
  const period = /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(given) ? given : thisMonth()
  return { ...daysOf(period), label: labelOf(period) }
}

export function daysOf(period: string): Days {
  if (period.length === 4) return { from: `${period}-01-01`, to: `${period}-12-31` }
  const [year = 0, month = 1] = period.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { from: `${period}-01`, to: `${period}-${last}` }
}

export function PeriodFilter() {
  const [year = 0, month = 1] = thisMonth().split('-').map(Number)
  const months = Array.from({ length: monthsShown }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
  const [latest = '', ...earlier] = [...months, String(year), String(year - 1)]
  const options = [
    { value: '', label: labelOf(latest) },
    ...earlier.map((value) => ({ value, label: labelOf(value) })),
  ]
  return <SelectFilter label="Period" name="period" options={options} />
}

const thisMonth = () => today(settings.timeZone).slice(0, 7)

function labelOf(period: string): string {
  if (period.length === 4) return `All of ${period}`
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${period}-01T00:00:00Z`).toLocaleString('en-US', style)
}
