import { type Machine, machineLines } from '../support/machine'
import { type Column, renderTable } from '../support/table'
import type { Case } from './cases'
import type { Measurement } from './measure'
import type { ServiceMeasurement } from './service'
import type { Comparison } from './small-worlds'

const right = (title: string): Column => ({ title, align: 'right' })

const CASE_COLUMNS: Column[] = [
  { title: 'case', align: 'left' },
  { title: 'planner', align: 'left' },
  right('assigned'),
  right('travel h'),
  right('min/job'),
  right('ours'),
  right('first ms'),
  right('later ms'),
  right('CPU ms'),
  right('longest block ms'),
  right('peak MB'),
]

const GROWTH_COLUMNS: Column[] = [
  { title: 'company', align: 'left' },
  right('later ms'),
  right('CPU ms'),
  right('CPU ms per 1,000 jobs'),
  right('× n·log n'),
  right('peak MB'),
]

const SERVICE_COLUMNS: Column[] = [
  { title: 'company', align: 'left' },
  { title: 'run', align: 'left' },
  right('assigned'),
  right('ms'),
  right('CPU ms'),
  right('/api/vitals p50 ms'),
  right('p99 ms'),
  right('worst ms'),
]

const LEAST_TRAVEL_SAVED = 0.2
const LEAST_MORE_PLACED = 0.1
const MOST_MS = 2_000
const MOST_WAIT_MS = 50

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
      ((60 * travelHours) / assigned).toFixed(1),
      change(ours / travelHours - 1),
      ...Array.from({ length: 5 }, () => ''),
    ]
    return [
      [
        label,
        'Truckroll',
        String(one.assigned),
        ours.toFixed(0),
        ((60 * ours) / one.assigned).toFixed(1),
        '',
        one.firstMs.toFixed(0),
        one.laterMs.toFixed(0),
        one.laterCpuMs.toFixed(0),
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
  const baseCpu = base ? measured.get(base.id)?.laterCpuMs : undefined
  const rows = cases.flatMap(({ id, label, jobs }) => {
    const one = measured.get(id)
    if (!one || !base || baseCpu === undefined) return []
    const allowed = (baseCpu * jobs * Math.log(jobs)) / (base.jobs * Math.log(base.jobs))
    const cells = [one.laterMs, one.laterCpuMs, (one.laterCpuMs * 1_000) / jobs].map((ms) => ms.toFixed(0))
    return [[label, ...cells, (one.laterCpuMs / allowed).toFixed(2), one.peakMb.toFixed(0)]]
  })
  return renderTable(GROWTH_COLUMNS, rows)
}

/** Whole runs over HTTP, and how long other requests waited meanwhile. */
export function serviceTable(cases: Case[], measured: Map<string, ServiceMeasurement>): string {
  const rows = cases.flatMap(({ id, label }) => {
    const one = measured.get(id)
    if (!one) return []
    return (
      [
        ['first', one.first],
        ['warm', one.warm],
      ] as const
    ).map(([name, run], at) => [
      at === 0 ? label : '',
      name,
      String(run.assigned),
      run.ms.toFixed(0),
      run.cpuMs.toFixed(0),
      run.waits.medianMs.toFixed(1),
      run.waits.p99Ms.toFixed(1),
      run.waits.worstMs.toFixed(1),
    ])
  })
  return renderTable(SERVICE_COLUMNS, rows)
}

export function serviceLines(measured: Map<string, ServiceMeasurement>): string[] {
  const usual = measured.get('franchises')
  if (!usual) return []
  const { first, warm } = usual
  const waits = [...measured.values()].flatMap((one) => [one.first.waits.p99Ms, one.warm.waits.p99Ms])
  const worst = Math.max(...waits)
  return [
    `- Plan and commit of 2,000 × 200 in 10 franchises over HTTP: ${first.ms.toFixed(0)} ms at first, ${warm.ms.toFixed(0)} ms once warm (within ${MOST_MS} ms): ${verdict(first.ms < MOST_MS)}`,
    `- \`/api/vitals\` while it plans and commits, slowest p99: ${worst.toFixed(1)} ms (under ${MOST_WAIT_MS} ms): ${verdict(worst < MOST_WAIT_MS)}`,
  ]
}

export function targetLines(measured: Map<string, Measurement>, small: Comparison | null): string[] {
  const lines: string[] = []
  const usual = measured.get('franchises')
  if (usual) {
    const { assigned, travelHours } = usual.greedy.end
    const saved = 1 - usual.travelHours / travelHours
    const enough = saved >= LEAST_TRAVEL_SAVED && usual.assigned >= assigned
    lines.push(
      `- Travel below the nearest worker: ${percent(saved)} with ${usual.assigned - assigned} more jobs assigned (at least 20%, none fewer): ${verdict(enough)}`,
    )
  }
  const full = measured.get('overloaded')
  if (full) {
    const more = full.assigned / full.greedy.end.assigned - 1
    lines.push(
      `- Overloaded, jobs placed over the nearest worker: ${change(more)} (at least +10%): ${verdict(more >= LEAST_MORE_PLACED)}`,
    )
  }
  if (small) {
    const share = small.within / small.cases
    lines.push(
      `- Small worlds within 5% of the optimal plan: ${percent(share)} of ${small.cases}, ${small.exact} of them optimal (at least 95%): ${verdict(share >= 0.95)}`,
    )
  }
  return lines
}

export function reportSection(
  tables: string[],
  targets: string[],
  rounds: number,
  machine: Machine,
  load: { began: number; ended: number },
  date: Date,
): string {
  return [
    '## Dispatch',
    '',
    'A plan for a horizon of five days over seeded companies: workers within 20 km of their town, jobs within',
    '28 km, four skills, visits of 45 to 150 minutes, half of them on one day only, two in three in the morning or',
    'the afternoon only, six jobs a day at most. Travel is a straight line times 1.3 at 45 km/h, plus three minutes to park.',
    '',
    'The baselines take the most urgent job first and give it to the nearest worker who can take it by the same',
    'hard rules: *nearest worker* continues from the last visit of a day, *any gap* also puts a visit between two others.',
    '',
    `Each case ran in a separate process: the first plan, then the median of ${rounds} more. A block is the`,
    'time between two points at which requests are answered while the planner works. `bun run bench:dispatch` repeats it.',
    '',
    'The gap is the share above the fewest minutes of driving that any planner has found for a world, with jobs',
    'left out counted as at least 500 minutes. These plans count driving alone. Other planners get the CPU time of our',
    'thorough plan, and every plan is checked against the same rules.',
    '',
    'The last table is the whole service on a socket: reading the store, planning, writing every visit with the',
    'message to its customer, and answering, while another client asks for `/api/vitals` one request after the other.',
    '*First* is the first run of a new process; *warm* comes after three dry runs.',
    '',
    ...machineLines(machine, date),
    `- Other work on the machine: a load of ${load.began.toFixed(1)} at the start and ${load.ended.toFixed(1)} at the end, on ${machine.cores} cores. That load slows down the times, and CPU times less so.`,
    '',
    tables.join('\n\n'),
    '',
    ...targets,
  ].join('\n')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

function change(share: number): string {
  return `${share > 0 ? '+' : ''}${percent(share)}`
}

function verdict(reached: boolean): string {
  return reached ? 'reached' : 'missed'
}
