import { median } from '../support/rounds'
import { type Column, renderTable } from '../support/table'
import type { ContestantId } from '../store/contestants'
import { RATIO_TARGETS, ratio, type Results } from '../store/report'

/** The result for one disk speed. */
export interface Level {
  flushMicros: number
  results: Results
}

const COLUMNS: Column[] = [
  { title: 'a flush takes', align: 'right' },
  { title: 'Truckroll/s', align: 'right' },
  { title: 'p99 ms', align: 'right' },
  ...RATIO_TARGETS.flatMap(({ against, least }): Column[] => [
    { title: `${against}/s`, align: 'right' },
    { title: `× (at least ${least})`, align: 'right' },
  ]),
]

export function levelTable(levels: Level[]): string {
  return renderTable(
    COLUMNS,
    levels.map(({ flushMicros, results }) => [
      `${(flushMicros / 1_000).toFixed(2)} ms`,
      rate(results, 'ours'),
      median(roundsOf(results, 'ours').map(({ p99Ms }) => p99Ms)).toFixed(1),
      ...RATIO_TARGETS.flatMap(({ against }) => [
        rate(results, against),
        ratio(roundsOf(results, 'ours'), roundsOf(results, against)).toFixed(2),
      ]),
    ]),
  )
}

export function reportSection(levels: Level[], rounds: number): string {
  return [
    '### How much the disk matters',
    '',
    'The same bookings, with flushes slowed down equally for every server. A commit that',
    'bookings share hardly notices; one commit per request waits each time. Drives without a protected cache',
    `take half a millisecond and more. Medians of ${rounds} rounds; \`bun run bench:flush\` repeats it.`,
    '',
    levelTable(levels),
  ].join('\n')
}

const rate = (results: Results, id: ContestantId): string =>
  median(roundsOf(results, id).map(({ perSecond }) => perSecond)).toFixed(0)

const roundsOf = (results: Results, id: ContestantId) => results.get(id) ?? []
