import { machineLines, type Machine } from '../support/machine'
import { renderTable } from '../support/table'
import type { Accuracy } from './measure'

export interface Results {
  buildMs: number
  openMs: number
  megabytes: number
  questions: number
  accuracies: Accuracy[]
  matrixMs: number
}

const latencyWantedMs = 5

export function resultTable({ accuracies }: Results): string {
  const rows = accuracies.map(({ kind, hits, p50Ms, p99Ms, maxMs }) => [
    kind.name,
    `${hits.toFixed(1)}%`,
    kind.wanted === undefined ? '–' : `${kind.wanted}%`,
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    maxMs.toFixed(1),
  ])
  const right = (title: string) => ({ title, align: 'right' as const })
  return renderTable(
    [
      { title: 'question', align: 'left' },
      right('within 25 km'),
      right('wanted'),
      right('p50 ms'),
      right('p99 ms'),
      right('max ms'),
    ],
    rows,
  )
}

export function targetLines({ accuracies, buildMs, megabytes }: Results): string[] {
  const slowest = Math.max(...accuracies.map(({ p99Ms }) => p99Ms))
  return [
    ...accuracies.flatMap(({ kind, hits }) =>
      kind.wanted === undefined
        ? []
        : [`- ${kind.name}: ${hits.toFixed(1)}% (at least ${kind.wanted}%): ${verdict(hits >= kind.wanted)}`],
    ),
    `- Slowest p99: ${slowest.toFixed(2)} ms (at most ${latencyWantedMs} ms): ${verdict(slowest <= latencyWantedMs)}`,
    `- Unpacking: ${(buildMs / 1000).toFixed(1)} s (at most 5 s): ${verdict(buildMs <= 5_000)}`,
    `- File: ${megabytes.toFixed(1)} MB (at most 20 MB): ${verdict(megabytes <= 20)}`,
  ]
}

export function reportSection(results: Results, machine: Machine, date: Date): string {
  return [
    '## Places and drive times',
    '',
    `The built-in gazetteer, with ${results.questions} questions of each kind, made from its own ZIP file with a`,
    'fixed seed. An answer counts when its first place is within 25 km of that ZIP code. Times are from the',
    'second round.',
    '`bun run bench:geo` repeats it.',
    '',
    ...machineLines(machine, date),
    '',
    resultTable(results),
    '',
    ...targetLines(results),
    `- Opening the unpacked file: ${results.openMs.toFixed(0)} ms`,
    `- Estimated travel times of 200 workers to 2,000 jobs: ${results.matrixMs.toFixed(0)} ms`,
  ].join('\n')
}

const verdict = (reached: boolean): string => (reached ? 'reached' : 'missed')
