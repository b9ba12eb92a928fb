import { useState } from 'preact/hooks'
import { formatShortDate } from '../../client/format'
import { Chart, foot, height, left, niceScale, tickText, top } from './bars'
import { show, type Sheet } from './sheet'

interface TrendProps {
  sheet: Sheet
  lines: number[]
}

/** Lines over time: the last one is the period before. The table below the chart has the same numbers. */
export const Trend = (props: TrendProps) => <Chart>{(width) => <TrendIn {...props} width={width} />}</Chart>

function TrendIn({ sheet, lines, width }: TrendProps & { width: number }) {
  const [at, setAt] = useState<number | null>(null)
  const { rows, columns } = sheet
  const values = rows.flatMap((row) => lines.map((place) => Number(row[place] ?? 0)))
  const lowest = Math.min(0, ...values)
  const scale = niceScale(Math.max(...values, 0))
  const below = lowest < 0 ? niceScale(-lowest).max : 0
  const span = scale.max + below
  const y = (value: number) => top + (height - top - foot) * (1 - (value + below) / span)
  const step = (width - left - 12) / Math.max(1, rows.length - 1)
  const x = (nth: number) => left + 6 + step * nth
  const every = Math.max(1, Math.ceil(rows.length / Math.max(1, Math.floor((width - left) / 84))))
  const heads = lines.map((place) => columns[place]?.head ?? '')
  const pathOf = (place: number) =>
    rows.map((row, nth) => `${nth === 0 ? 'M' : 'L'}${x(nth)} ${y(Number(row[place] ?? 0))}`).join('')
  const follow = (event: PointerEvent & { currentTarget: SVGSVGElement }) => {
    const { left: edge } = event.currentTarget.getBoundingClientRect()
    const nth = Math.round((event.clientX - edge - left - 6) / Math.max(1, step))
    setAt(Math.min(rows.length - 1, Math.max(0, nth)))
  }
  const shown = at === null ? undefined : rows[at]
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${sheet.title}: ${heads.join(', ')}`}
        onPointerMove={follow}
        onPointerLeave={() => setAt(null)}
      >
        {[...(below > 0 ? [-below] : []), ...scale.ticks].map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} class="chart-line" />
            <text x={left - 8} y={y(tick) + 4} text-anchor="end">
              {tickText(tick, 'money')}
            </text>
          </g>
        ))}
        {lines.map((place, nth) => (
          <path key={place} d={pathOf(place)} class={`trend trend-${nth + 1}`} />
        ))}
        {rows.map(
          (row, nth) =>
            nth % every === 0 && (
              <text
                key={String(row[0])}
                x={x(nth)}
                y={height - 12}
                text-anchor={nth === 0 ? 'start' : x(nth) > width - 32 ? 'end' : 'middle'}
              >
                {formatShortDate(String(row[0]).slice(0, 10))}
              </text>
            ),
        )}
        {at !== null && <line x1={x(at)} x2={x(at)} y1={top} y2={height - foot} class="trend-cursor" />}
      </svg>
      <figcaption class="chart-key">
        {heads.map((head, nth) => (
          <span key={head}>
            <i class={`trend-key-${nth + 1}`} />
            {shown === undefined ? head : `${head}: ${show(shown[lines[nth] ?? 0] ?? null, 'money')}`}
          </span>
        ))}
        {shown !== undefined && <span>{show(shown[0] ?? null, columns[0]?.format ?? 'date')}</span>}
      </figcaption>
    </>
  )
}
