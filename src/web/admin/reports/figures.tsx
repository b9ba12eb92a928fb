import { formatMoney } from '../../client/format'
import { daysText, type Days } from './period'
import { show, type Format, type Shape, type Value } from './sheet'

interface FiguresProps {
  figures: Shape['figures']
  /** The same figures of the period before. */
  before: Shape['figures'] | null
  days: Days | null
}

/** Key figures with their change. A negative amount says what it means. */
export const Figures = ({ figures, before, days }: FiguresProps) => (
  <div class="stack">
    <div class="figures">
      {figures.map(({ label, value, format }) => {
        const was = before?.find((one) => one.label === label)?.value ?? null
        return (
          <div class="figure" key={label}>
            <b>{show(value, format)}</b>
            <span>{label}</span>
            {isNegative(value, format) && <span class="figure-note">{meaningOf(label)}</span>}
            {before !== null && <span class="figure-note">{changeText(value, was, format)}</span>}
          </div>
        )
      })}
    </div>
    {days !== null && before !== null && <p class="soft small">{`Compared with ${daysText(days)}`}</p>}
  </div>
)

export const isNegative = (value: Value, format: Format): boolean =>
  format === 'money' && typeof value === 'number' && value < 0

const meanings: Record<string, string> = {
  'Net revenue': 'More was refunded than paid.',
  'Headquarters profit': 'Refunds and fees were higher than your part of the revenue.',
  'Franchise shares': 'Franchises gave back more for refunds than they earned.',
  'Sales tax collected': 'More tax was refunded than collected.',
}
const meaningOf = (label: string): string => meanings[label] ?? 'More went out than came in.'

export function changeText(value: Value, was: Value, format: Format): string {
  if (typeof value !== 'number') return ''
  if (typeof was !== 'number') return 'Nothing to compare with'
  if (show(value, format) === show(was, format)) return value === was ? 'No change' : 'About the same'
  if (format === 'share') {
    const points = Math.round((value - was) * 1000) / 10
    return `${points > 0 ? '+' : '−'}${Math.abs(points)} points, was ${show(was, format)}`
  }
  const text = format === 'money' ? formatMoney(was) : show(was, format)
  if (was <= 0) return `Was ${text}`
  const percent = Math.round(((value - was) / was) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)}%, was ${text}`
}
