import { show, type Sheet, type Value } from './sheet'

const bar = 10
const line = 18
const gap = 12

export interface DrawnBars {
  sheet: Sheet
  rows: Value[][]
  drawn: number[]
  width: number
}

/** Bars that lie on their side, each below its name, because names have no room below bars that stand. */
export function SideBars({ sheet, rows, drawn, width }: DrawnBars) {
  const heads = drawn.map((place) => sheet.columns[place]?.head ?? '')
  const numberIn = (row: Value[], place: number) => Math.max(0, Number(row[place] ?? 0))
  const highest = Math.max(1, ...rows.flatMap((row) => drawn.map((place) => numberIn(row, place))))
  const shown = (row: Value[], place: number) =>
    show(row[place] ?? null, sheet.columns[place]?.format ?? 'count')
  const slot = line + (bar + 2) * drawn.length + gap
  const height = slot * rows.length
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      style={{ height: `${height}px` }}
      role="img"
      aria-label={`${sheet.title}: ${heads.join(', ')}`}
    >
      {rows.map((row, at) => {
        const name = show(row[0] ?? null, 'text')
        return (
          <g key={String(row[0])}>
            <text x={0} y={slot * at + 12}>
              {name}
            </text>
            <text x={width} y={slot * at + 12} text-anchor="end">
              {drawn.map((place) => shown(row, place)).join(' · ')}
            </text>
            {drawn.map((place, series) => (
              <rect
                key={place}
                class={`series-${series + 1}`}
                x={0}
                y={slot * at + line + (bar + 2) * series}
                width={(width * numberIn(row, place)) / highest}
                height={bar}
                rx={2}
              >
                <title>{`${name}, ${heads[series]}: ${shown(row, place)}`}</title>
              </rect>
            ))}
          </g>
        )
      })}
    </svg>
  )
}
