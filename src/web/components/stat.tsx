import type { ComponentChildren } from 'preact'

interface StatProps {
  label: string
  value: ComponentChildren
  /** The comparison, such as `$320 more than last week`. */
  note?: ComponentChildren
  tone?: 'good' | 'bad'
  /** The last days or weeks, oldest first. */
  trend?: number[]
  /** Where the figure comes from. */
  href?: string
  onOpen?: () => void
}

/** A key number, what it compares to and how it got there. */
export function Stat({ label, value, note, tone, trend, href, onOpen }: StatProps) {
  const content = (
    <>
      <span class="stat-label">{label}</span>
      <b>{value}</b>
      {trend && trend.length > 1 && <Sparkline values={trend} />}
      {note && <small {...(tone && { 'data-tone': tone })}>{note}</small>}
    </>
  )
  if (href === undefined) return <div class="stat">{content}</div>
  return (
    <a
      class="stat"
      href={href}
      onClick={(event) => {
        if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen()
      }}
    >
      {content}
    </a>
  )
}

const [width, height, edge] = [96, 24, 2]

/** The shape of a series. Its figures are in the words beside it. */
function Sparkline({ values }: { values: number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (at: number) => edge + (at * (width - 2 * edge)) / Math.max(1, values.length - 1)
  const y = (value: number) => height - edge - ((value - low) / (high - low || 1)) * (height - 2 * edge)
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`${x(0)},${height} ${points.join(' ')} ${x(values.length - 1)},${height}`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
