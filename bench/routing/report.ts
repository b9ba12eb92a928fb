import type { MapInfo } from '../../src/providers/routing/roads/graph'
import { machineLines, type Machine } from '../support/machine'
import { quantile } from '../support/quantile'
import { median } from '../support/rounds'
import { renderTable, type Column } from '../support/table'
import type { Comparison, Contest } from './measure'
import type { TileBuild } from './valhalla'
import type { Calm } from './vitals'

export interface Imported extends TileBuild {
  info: MapInfo
}

export interface MapResult {
  label: string
  /** Megabytes of the file. */
  size: number
  imported: Imported
  /** Null when Valhalla's tiles were there from an earlier run. */
  tiles: TileBuild | null
  comparison: Comparison
}

export interface Results {
  maps: MapResult[]
  calm: Calm | null
  /** The machine's load during the measurement; more than its cores means others were working. */
  load: number
}

const right = (title: string): Column => ({ title, align: 'right' })
const left = (title: string): Column => ({ title, align: 'left' })

export function accuracyTable({ maps }: Results): string {
  const rows = maps.map(({ label, comparison: { ratios, contests } }) => [
    label,
    String(ratios.length),
    ...[0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(3)),
    ...contests.map(({ overlaps }) => `${median(overlaps).toFixed(3)} (${overlaps[0]!.toFixed(3)})`),
  ])
  return renderTable(
    [
      left('map'),
      right('drives'),
      right('p10'),
      right('median'),
      right('p90'),
      ...[10, 20, 30, 60].map((minutes) => right(`IoU ${minutes} min`)),
    ],
    rows,
  )
}

export function speedTable({ maps }: Results): string {
  const rows = maps.flatMap(({ label, comparison: { contests } }) =>
    contests.map(({ minutes, ours, theirs }) => [
      label,
      String(minutes),
      theirs.wallMs.toFixed(1),
      ours.wallMs.toFixed(1),
      theirs.cpuMs.toFixed(1),
      ours.cpuMs.toFixed(1),
      `${(theirs.cpuMs / ours.cpuMs).toFixed(1)} ×`,
    ]),
  )
  const columns = ['minutes', 'Valhalla ms', 'ours ms', 'Valhalla CPU ms', 'ours CPU ms', 'CPU ratio'].map(
    right,
  )
  return renderTable([left('map'), ...columns], rows)
}

export function importTable({ maps }: Results): string {
  const figures = (build: TileBuild | null) =>
    build === null
      ? ['–', '–', '–']
      : [build.seconds.toFixed(1), build.cpuSeconds.toFixed(1), build.megabytes.toFixed(0)]
  const rows = maps.map(({ label, size, imported, tiles }) => [
    label,
    size.toFixed(1),
    imported.info.roadKm.toLocaleString('en'),
    ...figures(imported),
    ...figures(tiles),
  ])
  const columns = ['file MB', 'road km', 's', 'CPU s', 'peak MB', 'Valhalla s', 'CPU s', 'peak MB'].map(right)
  return renderTable([left('map'), ...columns], rows)
}

export function targetLines({ maps, calm }: Results): string[] {
  const real = maps.filter(({ label }) => !label.includes('×'))
  const medians = real.map(({ comparison: { ratios } }) => quantile(ratios, 0.5))
  const tails = real.flatMap(({ comparison: { ratios } }) => [quantile(ratios, 0.1), quantile(ratios, 0.9)])
  const overlap = (minutes: number) =>
    Math.min(
      ...real.flatMap(({ comparison }) =>
        comparison.contests.filter(is(minutes)).map(({ overlaps }) => median(overlaps)),
      ),
    )
  const faster = maps.flatMap(({ comparison: { contests } }) =>
    contests.filter(({ minutes }) => minutes >= 30).map(({ ours, theirs }) => theirs.cpuMs / ours.cpuMs),
  )
  const long = Math.min(overlap(20), overlap(30), overlap(60))
  const large = maps.find(({ label }) => label.includes('×'))?.imported
  return [
    line(
      'Median travel time divided by Valhalla’s',
      percent(medians),
      'within ±5%',
      medians.every(within(0.05)),
    ),
    line('10th and 90th percentile', percent(tails), 'within ±12%', tails.every(within(0.12))),
    line('Lowest median overlap at 10 min', overlap(10).toFixed(3), 'at least 0.85', overlap(10) >= 0.85),
    line('Lowest median overlap at 20–60 min', long.toFixed(3), 'at least 0.90', long >= 0.9),
    line(
      'Lowest CPU ratio at 30 and 60 min',
      `${Math.min(...faster).toFixed(1)} ×`,
      'at least 3 ×',
      Math.min(...faster) >= 3,
    ),
    ...(large
      ? [
          line(
            'Import of the large map',
            `${large.seconds.toFixed(1)} s`,
            'at most 15 s',
            large.seconds <= 15,
          ),
          line(
            'Memory for the import',
            `${large.megabytes.toFixed(0)} MB`,
            'at most 1,500 MB',
            large.megabytes <= 1_500,
          ),
        ]
      : []),
    ...(calm
      ? [line('p99 of `/api/vitals` meanwhile', `${calm.p99.toFixed(1)} ms`, 'under 50 ms', calm.p99 < 50)]
      : []),
  ]
}

export function reportSection(results: Results, machine: Machine, date: Date): string {
  const { calm, load } = results
  return [
    '## Drive times on our own road graph',
    '',
    'Our engine next to the real Valhalla 3.6.1 in the same process, on the same extracts, from the same places on',
    'streets: travel times of 40 × 80 drives as ours divided by theirs; areas as intersection over union (IoU), median of',
    'all starts and the worst in parentheses; time and CPU time of one isochrone, median of all rounds. Areas',
    'are also compared where the edge of the map cuts them: both engines see the same map.',
    '`bun run bench:routing` repeats it.',
    '',
    ...machineLines(machine, date),
    `- Load average during the run: ${load.toFixed(1)} on ${machine.cores} cores${load > machine.cores ? '; it inflates elapsed times, and CPU time hardly' : ''}`,
    '',
    accuracyTable(results),
    '',
    speedTable(results),
    '',
    'Importing a map, next to Valhalla’s tile build:',
    '',
    importTable(results),
    '',
    ...targetLines(results),
    ...(calm
      ? [
          `- Ten simultaneous one-hour isochrones on the large map took ${calm.seconds.toFixed(1)} s together; \`/api/vitals\` was requested ${calm.asked} times meanwhile: p50 ${calm.p50.toFixed(1)} ms, p99 ${calm.p99.toFixed(1)} ms, at most ${calm.most.toFixed(1)} ms`,
        ]
      : []),
    '',
    'Map data © OpenStreetMap contributors, ODbL.',
  ].join('\n')
}

const is =
  (wanted: number) =>
  ({ minutes }: Contest) =>
    minutes === wanted
const within = (share: number) => (ratio: number) => Math.abs(ratio - 1) <= share
const percent = (ratios: number[]): string =>
  ratios.map((ratio) => `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)}%`).join(', ')
const line = (what: string, found: string, wanted: string, reached: boolean): string =>
  `- ${what}: ${found} (${wanted}): ${reached ? 'reached' : 'missed'}`
