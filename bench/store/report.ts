import { type Machine, machineLines } from '../support/machine'
import { median } from '../support/rounds'
import { type Column, renderTable } from '../support/table'
import { CONTESTANTS, type ContestantId } from './contestants'
import type { Measurement } from './round'

export type Results = Map<ContestantId, Measurement[]>

export interface Method {
  tool: string
  connections: number
  seconds: number
  warmUpSeconds: number
  rounds: number
}

const BASELINE: ContestantId = 'raw-full'
export const RATIO_TARGETS: { against: ContestantId; least: number; aim?: number }[] = [
  { against: 'raw-full', least: 1.5, aim: 2 },
  { against: 'fastify', least: 2.5 },
  { against: 'express', least: 4 },
]
const P99_TARGET_MS = 50

const COLUMNS: Column[] = [
  { title: 'server', align: 'left' },
  { title: 'bookings/s', align: 'right' },
  { title: 'lowest–highest', align: 'right' },
  { title: 'p50 ms', align: 'right' },
  { title: 'p99 ms', align: 'right' },
  { title: 'CPU ms/booking', align: 'right' },
  { title: 'memory MB', align: 'right' },
  { title: '× raw FULL', align: 'right' },
]

export function resultTable(results: Results): string {
  const baseline = results.get(BASELINE)
  const rows = [...results].map(([id, rounds]) => {
    const rates = rounds.map((round) => round.perSecond)
    return [
      CONTESTANTS[id].label,
      median(rates).toFixed(0),
      `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`,
      medianOf(rounds, 'p50Ms', 1),
      medianOf(rounds, 'p99Ms', 1),
      medianOf(rounds, 'cpuMsPerRequest', 3),
      medianOf(rounds, 'memoryMb', 0),
      baseline ? ratio(rounds, baseline).toFixed(2) : '–',
    ]
  })
  return renderTable(COLUMNS, rows)
}

/** One line per target whose servers took part, with the target and whether it was reached. */
export function targetLines(results: Results): string[] {
  const ours = results.get('ours')
  if (!ours) return []
  const lines = RATIO_TARGETS.flatMap(({ against, least, aim }) => {
    const peer = results.get(against)
    if (!peer) return []
    const reached = ratio(ours, peer)
    const wanted = `at least ${least}×${aim === undefined ? '' : `, aim ${aim}×`}`
    return [`- Truckroll ÷ ${against}: ${reached.toFixed(2)}× (${wanted}): ${verdict(reached >= least)}`]
  })
  const p99 = median(ours.map((round) => round.p99Ms))
  return [
    ...lines,
    `- Truckroll p99: ${p99.toFixed(1)} ms (under ${P99_TARGET_MS} ms): ${verdict(p99 < P99_TARGET_MS)}`,
  ]
}

export function reportSection(results: Results, method: Method, machine: Machine, date: Date): string {
  return [
    '## Durable bookings over HTTP',
    '',
    'One durable booking per request: the body is parsed and checked, the job stored with two secondary',
    'indexes, and 201 answered only after the commit. Truckroll also checks the limit per client address and',
    'stores a customer, an activity and an outbox row with the job; its peers store the job alone. Each server ran in its',
    'own process on an empty database, was killed after its load, and its rows were counted: a run counts',
    'only when every answer was 2xx and every confirmed booking is in the file.',
    '',
    `Load: ${method.tool} in a second process, ${method.connections} connections,`,
    `${method.warmUpSeconds} s of warm-up and ${method.seconds} s measured. Medians; interleaved rounds in rotated order: ${method.rounds}.`,
    '`bun run bench:store` repeats it.',
    '',
    ...machineLines(machine, date),
    '',
    resultTable(results),
    '',
    ...targetLines(results),
  ].join('\n')
}

export function ratio(rounds: Measurement[], baseline: Measurement[]): number {
  return median(rounds.map((round) => round.perSecond)) / median(baseline.map((round) => round.perSecond))
}

function medianOf(rounds: Measurement[], field: keyof Measurement, digits: number): string {
  const values = rounds.map((round) => round[field]).filter((value) => value !== null)
  return values.length === 0 ? '–' : median(values).toFixed(digits)
}

function verdict(reached: boolean): string {
  return reached ? 'reached' : 'missed'
}
