import { type Machine, machineLines } from '../support/machine'
import { type Column, renderTable } from '../support/table'
import type { Case } from './cases'
import type { Measurement } from './measure'
import type { Comparison } from './small-worlds'

const right = (title: string): Column => ({ title, align: 'right' })

const CASE_COLUMNS: Column[] = [
  { title: 'case', align: 'left' },
  { title: 'planner', align: 'left' },
  right('assigned'),
  right('travel h'),
  right('travel'),
  right('first ms'),
  right('later ms'),
  right('longest piece ms'),
  right('peak MB'),
]

const GROWTH_COLUMNS: Column[] = [
  { title: 'company', align: 'left' },
  right('later ms'),
  right('ms per 1,000 jobs'),
  right('× n·log n'),
  right('peak MB'),
]

const LEAST_TRAVEL_SAVED = 0.2
const LEAST_MORE_PLACED = 0.1
const MOST_MS = 2_000

export function caseTable(cases: Case[], measured: Map<string, Measurement>): string {
  const rows = cases.flatMap(({ id, label }) => {
    const one = measured.get(id)
    if (!one) return []
    const ours = one.travelHours
    const baseline = (name: string, { assigned, travelHours }: { assigned: number; travelHours: number }) => [
      '',
      name,
      String(assigned),
      travelHours.toFixed(0),
      `ours ${percent(ours / travelHours - 1)}`,
      ...Array.from({ length: 4 }, () => ''),
    ]
    return [
      [
        label,
        'Truckroll',
        String(one.assigned),
        ours.toFixed(0),
        '',
        one.firstMs.toFixed(0),
        one.laterMs.toFixed(0),
        one.longestPieceMs.toFixed(1),
        one.peakMb.toFixed(0),
      ],
      baseline('nearest worker', one.greedy.end),
      baseline('nearest worker, any gap', one.greedy.gap),
    ]
  })
  return renderTable(CASE_COLUMNS, rows)
}

export function growthTable(cases: Case[], measured: Map<string, Measurement>): string {
  const base = cases[0]
  const baseMs = base ? measured.get(base.id)?.laterMs : undefined
  const rows = cases.flatMap(({ id, label, jobs }) => {
    const one = measured.get(id)
    if (!one || !base || baseMs === undefined) return []
    const allowed = (baseMs * jobs * Math.log(jobs)) / (base.jobs * Math.log(base.jobs))
    const cells = [one.laterMs, (one.laterMs * 1_000) / jobs].map((ms) => ms.toFixed(0))
    return [[label, ...cells, (one.laterMs / allowed).toFixed(2), one.peakMb.toFixed(0)]]
  })
  return renderTable(GROWTH_COLUMNS, rows)
}

export function targetLines(measured: Map<string, Measurement>, small: Comparison | null): string[] {
  const lines: string[] = []
  const usual = measured.get('franchises')
  if (usual) {
    const { assigned, travelHours } = usual.greedy.end
    const saved = 1 - usual.travelHours / travelHours
    const enough = saved >= LEAST_TRAVEL_SAVED && usual.assigned >= assigned
    lines.push(
      `- Travel below the nearest worker: ${percent(saved)} with ${usual.assigned - assigned} more jobs assigned (at least 20 %, none fewer): ${verdict(enough)}`,
      `- Plan of 2,000 × 200 in 10 franchises: ${usual.firstMs.toFixed(0)} ms at first, ${usual.laterMs.toFixed(0)} ms later (within ${MOST_MS} ms with its commit): ${verdict(usual.firstMs < MOST_MS)}`,
    )
  }
  const full = measured.get('overloaded')
  if (full) {
    const more = full.assigned / full.greedy.end.assigned - 1
    lines.push(
      `- Overloaded, jobs placed over the nearest worker: ${percent(more)} (at least +10 %): ${verdict(more >= LEAST_MORE_PLACED)}`,
    )
  }
  if (small) {
    const share = small.within / small.cases
    lines.push(
      `- Small worlds within 5 % of the best plan: ${percent(share)} of ${small.cases}, ${small.exact} of them the best itself (at least 95 %): ${verdict(share >= 0.95)}`,
    )
  }
  return lines
}

export function reportSection(
  tables: string[],
  targets: string[],
  rounds: number,
  machine: Machine,
  date: Date,
): string {
  return [
    '## Dispatch',
    '',
    'A plan for a horizon of five days over seeded companies: workers within 20 km of their town, jobs within',
    '28 km, four skills, visits of 45 to 150 minutes, half of them on one day only, two in three in the morning or',
    'the afternoon only, six jobs a day at most. Travel is a straight line by 1.3 at 45 km/h and three minutes to park.',
    '',
    'The baselines take the most urgent job first and give it to the nearest worker who can take it by the same',
    'hard rules: *nearest worker* goes on from the last visit of a day, *any gap* also puts a visit between two others.',
    '',
    `Each case ran in a process of its own: the first plan there, then the median of ${rounds} more. A piece is the`,
    'time between two points at which requests are answered while the planner works. `bun run bench:dispatch` repeats it.',
    '',
    ...machineLines(machine, date),
    '',
    tables.join('\n\n'),
    '',
    ...targets,
  ].join('\n')
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`
}

function verdict(reached: boolean): string {
  return reached ? 'reached' : 'missed'
}
