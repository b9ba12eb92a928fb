import { type Column, renderTable } from '../support/table'
import type { Case } from './cases'
import type { Gap } from './gap'

const right = (title: string): Column => ({ title, align: 'right' })

const COLUMNS: Column[] = [
  { title: 'world', align: 'left' },
  { title: 'planner', align: 'left' },
  right('left out'),
  right('cost, min'),
  right('gap'),
  right('CPU ms'),
]

const MOST_GAP = { normal: 0.04, thorough: 0.02 }

/** Plans that count driving alone, compared with the best known ones. */
export function gapTable(cases: Case[], gaps: Map<string, Gap[]>): string {
  const rows = cases.flatMap(({ id, label }) =>
    (gaps.get(id) ?? []).map(({ planner, leftOut, cost, gap, cpuMs }, at) => [
      at === 0 ? label : '',
      planner,
      String(leftOut),
      cost.toLocaleString('en-US', { maximumFractionDigits: 0 }),
      `${(100 * gap).toFixed(1)}%`,
      cpuMs.toFixed(0),
    ]),
  )
  return renderTable(COLUMNS, rows)
}

export function gapLines(gaps: Map<string, Gap[]>): string[] {
  return (['normal', 'thorough'] as const).flatMap((effort) => {
    const ours = [...gaps.values()].flat().filter(({ planner }) => planner === `Truckroll, ${effort}`)
    if (ours.length === 0) return []
    const worst = Math.max(...ours.map(({ gap }) => gap))
    const reached = worst <= MOST_GAP[effort] ? 'reached' : 'missed'
    return [
      `- Largest gap to the best known cost, ${effort} effort: ${(100 * worst).toFixed(1)}% (at most ${100 * MOST_GAP[effort]}%): ${reached}`,
    ]
  })
}
