import { type Column, renderTable } from '../support/table'
import { liveThrough, type Policy, type WeeksResult } from './weeks'

const PER_DAY = [40, 80]
const POLICIES: Policy[] = ['never', 'window', 'hindsight']
const LEAST_SAVED_AT_80 = 0.18

const right = (title: string): Column => ({ title, align: 'right' })
const COLUMNS: Column[] = [
  { title: 'bookings a day', align: 'left' },
  { title: 'visits move', align: 'left' },
  right('booked'),
  right('served'),
  right('travel h'),
  right('min/job'),
  right('driving'),
  right('moves'),
  right('promised again'),
  right('broken promises'),
  right('broken rules'),
  right('CPU s'),
]

const NAMES: Record<Policy, string> = {
  never: 'never',
  window: 'inside the window',
  hindsight: 'as if all was known',
}

/** Two weeks of one franchise with 20 technicians, added up over some seeds. */
export function compareWeeks(seeds: number): { table: string; lines: string[] } {
  const sums = PER_DAY.flatMap((perDay) =>
    POLICIES.map((policy) => ({
      perDay,
      policy,
      sum: Array.from({ length: seeds }, (_, at) => liveThrough({ policy, perDay, seed: at + 1 })).reduce(
        add,
      ),
    })),
  )
  const sumOf = (perDay: number, policy: Policy) =>
    sums.find((one) => one.perDay === perDay && one.policy === policy)?.sum
  const saved = (perDay: number, policy: Policy) =>
    1 - (sumOf(perDay, policy)?.travelMinutes ?? 0) / (sumOf(perDay, 'never')?.travelMinutes ?? 1)
  const rows = sums.map(({ perDay, policy, sum }) => [
    policy === 'never' ? String(perDay) : '',
    NAMES[policy],
    String(sum.booked),
    String(sum.served),
    (sum.travelMinutes / 60).toFixed(0),
    (sum.travelMinutes / sum.served).toFixed(1),
    policy === 'never' ? '' : `−${(100 * saved(perDay, policy)).toFixed(1)}%`,
    String(sum.moves),
    String(sum.rebooked),
    String(sum.brokenPromises),
    String(sum.brokenRules),
    (sum.cpuSeconds / seeds).toFixed(1),
  ])
  const [still, moved] = [sumOf(80, 'never'), sumOf(80, 'window')]
  const broken = sums.reduce((count, { sum }) => count + sum.brokenPromises + sum.brokenRules, 0)
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed')
  return {
    table: renderTable(COLUMNS, rows),
    lines: [
      `- Two weeks at 80 bookings a day, ${seeds} seeds: ${(100 * saved(80, 'window')).toFixed(1)}% less driving than never moving (at least ${100 * LEAST_SAVED_AT_80}%): ${verdict(saved(80, 'window') >= LEAST_SAVED_AT_80)}`,
      `- No fewer jobs served: ${verdict((moved?.served ?? 0) >= (still?.served ?? 0))}`,
      `- No broken promise or rule: ${verdict(broken === 0)}`,
    ],
  }
}

const add = (one: WeeksResult, other: WeeksResult): WeeksResult => ({
  policy: one.policy,
  booked: one.booked + other.booked,
  served: one.served + other.served,
  travelMinutes: one.travelMinutes + other.travelMinutes,
  moves: one.moves + other.moves,
  rebooked: one.rebooked + other.rebooked,
  brokenPromises: one.brokenPromises + other.brokenPromises,
  brokenRules: one.brokenRules + other.brokenRules,
  cpuSeconds: one.cpuSeconds + other.cpuSeconds,
})
