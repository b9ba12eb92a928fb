import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { show, type Format, type Sheet, type Value } from './sheet'
import { SideBars, type DrawnBars } from './side-bars'

export const height = 260
export const left = 52
export const foot = 34
export const top = 8
/** More bars than this would be too thin to tell apart; the table shows everything. */
const most = 24

interface BarsProps {
  sheet: Sheet
  drawn: number[]
}

/** A bar chart. Screen readers get it as one image, because the table next to it has the same numbers. */
export const Bars = (props: BarsProps) => <Chart>{(width) => <BarsIn {...props} width={width} />}</Chart>

function BarsIn({ sheet, drawn: wanted, width }: BarsProps & { width: number }) {
  const rows = sheet.rows.slice(-most)
  // Room kept for bars without a height would push the others away from their names.
  const drawn = wanted.filter((place) => rows.some((row) => Number(row[place] ?? 0) > 0))
  const nameFormat = sheet.columns[0]?.format ?? 'text'
  const slot = (width - left) / rows.length
  const isUpright =
    nameFormat !== 'text' || rows.every((row) => fitsBelow(show(row[0] ?? null, nameFormat), slot))
  return (
    <>
      {isUpright ? (
        <UprightBars sheet={sheet} rows={rows} drawn={drawn} width={width} />
      ) : (
        <SideBars sheet={sheet} rows={rows} drawn={drawn} width={width} />
      )}
      <figcaption class={isUpright ? 'chart-key' : 'chart-key chart-key-edge'}>
        {drawn.map((place, series) => (
          <span key={place}>
            <i class={`key-${series + 1}`} />
            {sheet.columns[place]?.head ?? ''}
          </span>
        ))}
      </figcaption>
    </>
  )
}

function UprightBars({ sheet, rows, drawn, width }: DrawnBars) {
  // A few names may take two lines, so that none is left out on a phone.
  const labelled = Math.max(1, Math.floor((width - left) / (rows.length <= 6 ? 40 : 72)))
  const format = sheet.columns[drawn[0] ?? 0]?.format ?? 'count'
  const values = rows.flatMap((row) => drawn.map((place) => Math.max(0, Number(row[place] ?? 0))))
  const scale = niceScale(Math.max(...values, 0))
  const heads = drawn.map((place) => sheet.columns[place]?.head ?? '')
  const nameFormat = sheet.columns[0]?.format ?? 'text'
  const slot = (width - left) / rows.length
  // Names fit, or the bars would lie; of many days and months, some are named.
  const every = nameFormat === 'text' ? 1 : Math.ceil(rows.length / labelled)
  const nameOf = (row: Value[]) => show(row[0] ?? null, nameFormat)
  const labels = rows.map((row) => linesOf(nameOf(row), slot * every))
  const room = Math.max(foot, 12 + 14 * Math.max(...labels.map((lines) => lines.length), 0))
  const y = (value: number) => top + (height - top - room) * (1 - value / scale.max)
  const bar = Math.min(34, (slot * 0.76) / drawn.length)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${sheet.title}: ${heads.join(', ')}`}>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} class="chart-line" />
          <text x={left - 8} y={y(tick) + 4} text-anchor="end">
            {tickText(tick, format)}
          </text>
        </g>
      ))}
      {rows.map((row, at) => {
        const middle = left + slot * (at + 0.5)
        return (
          <g key={String(row[0])}>
            {drawn.map((place, series) => {
              const value = Math.max(0, Number(row[place] ?? 0))
              return (
                <rect
                  key={place}
                  class={`series-${series + 1}`}
                  x={middle - (bar * drawn.length) / 2 + bar * series}
                  y={y(value)}
                  width={Math.max(1, bar - 2)}
                  height={Math.max(0, y(0) - y(value))}
                  rx={2}
                >
                  <title>{`${nameOf(row)}, ${heads[series]}: ${show(row[place] ?? null, format)}`}</title>
                </rect>
              )
            })}
            {at % every === 0 && (
              <Label middle={middle} width={width} y={height - room + 16} lines={labels[at] ?? []} />
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The approximate width of a letter. */
const letter = 6.5

/** A label below its bars that never runs past the edge. */
function Label({ middle, width, y, lines }: { middle: number; width: number; y: number; lines: string[] }) {
  const longest = Math.max(...lines.map((line) => line.length))
  const x = Math.min(middle, width - (longest * letter) / 2)
  return (
    <text x={x} y={y} text-anchor="middle">
      {lines.map((line, place) => (
        <tspan key={place} x={x} dy={place === 0 ? 0 : 14}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/** Measures the available width, so the chart isn't scaled and its text keeps the normal size. */
export function Chart({ children }: { children: (width: number) => ComponentChildren }) {
  const frame = useRef<HTMLElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setWidth(Math.max(200, Math.round(element.clientWidth)))
    // Before the chart is drawn, so that it isn't drawn twice.
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <figure class="chart" ref={frame}>
      {width !== null && children(width)}
    </figure>
  )
}

const lettersIn = (room: number): number => Math.max(4, Math.floor((room - letter) / letter))

/** A name has room below its bars if two lines hold it and no word is longer than a line. */
export const fitsBelow = (name: string, room: number): boolean => {
  const lines = linesOf(name, room)
  return lines.length <= 2 && lines.every((text) => text.length <= lettersIn(room))
}

/** The name in lines that are as long as its bars are wide, or as its longest word. */
export function linesOf(name: string, room: number): string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= lettersIn(room)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export function tickText(value: number, format: Format): string {
  const text = compact.format(value)
  return format === 'money' ? `$${text}` : format === 'hours' ? `${text} hr` : text
}

export function niceScale(highest: number): { max: number; ticks: number[] } {
  if (highest <= 0) return { max: 1, ticks: [0, 1] }
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const count = Math.ceil(highest / step)
  return { max: step * count, ticks: Array.from({ length: count + 1 }, (_, at) => at * step) }
}
