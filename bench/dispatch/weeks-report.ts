import { type Column, renderTable } from '../support/table'
import { liveThrough, type Policy, type WeeksResult } from './weeks'

const PER_DAY = [40, 80]
const BUSY = 80
const POLICIES: Policy[] = ['never', 'hours', 'window', 'morning', 'evening', 'hindsight']
const LEAST_SAVED_WHEN_BUSY = 0.18
/** The default settings, so the target counts for every company. */
const MEASURED: Policy = 'window'
/** Beyond these, seeds compare only what the target is about, in busy weeks. */
const SEEDS_OF_ALL = 5
const OF_EVERY_SEED: Policy[] = ['never', MEASURED]

const right = (title: string): Column => ({ title, align: 'right' })
const COLUMNS: Column[] = [
  { title: 'bookings a day', align: 'left' },
  { title: 'visits move', align: 'left' },
  right('seeds'),
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
  hours: 'inside two hours, told at once',
  window: 'inside the window, until 6 PM the evening before',
  morning: 'inside the window, until the day starts',
  evening: 'inside the window, and open days are told in the evening',
  hindsight: 'as if all was known',
}

interface Lived {
  perDay: number
  policy: Policy
  seed: number
  result: WeeksResult
}

/** Two weeks of one franchise with 20 technicians, added up over some seeds. Tells of each seed as it goes. */
export function compareWeeks(
  seeds: number,
  tell: (line: string) => void,
): { table: string; lines: string[] } {
  const lived: Lived[] = []
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const perDay of PER_DAY)
      for (const policy of POLICIES)
        if (seed <= SEEDS_OF_ALL || (perDay === BUSY && OF_EVERY_SEED.includes(policy)))
          lived.push({ perDay, policy, seed, result: liveThrough({ policy, perDay, seed }) })
    tell(progressLine(lived, seed, seeds))
  }
  const rows = PER_DAY.flatMap((perDay) => POLICIES.map((policy) => rowOf(lived, perDay, policy)))
  return { table: renderTable(COLUMNS, rows), lines: targetLines(lived, seeds) }
}

function rowOf(lived: Lived[], perDay: number, policy: Policy): string[] {
  const own = lived.filter((one) => one.perDay === perDay && one.policy === policy)
  const sum = (of: (result: WeeksResult) => number) => sumOf(own, of)
  const [served, travel] = [sum((one) => one.served), sum((one) => one.travelMinutes)]
  return [
    policy === 'never' ? String(perDay) : '',
    NAMES[policy],
    String(own.length),
    String(sum((one) => one.booked)),
    String(served),
    (travel / 60).toFixed(0),
    (travel / served).toFixed(1),
    policy === 'never' ? '' : `−${percent(savedBy(own, lived))}`,
    String(sum((one) => one.moves)),
    String(sum((one) => one.rebooked)),
    String(sum((one) => one.brokenPromises)),
    String(sum((one) => one.brokenRules)),
    (sum((one) => one.cpuSeconds) / own.length).toFixed(1),
  ]
}

function targetLines(lived: Lived[], seeds: number): string[] {
  const busy = (policy: Policy) => lived.filter((one) => one.perDay === BUSY && one.policy === policy)
  const first = (policy: Policy) => busy(policy).filter(({ seed }) => seed <= SEEDS_OF_ALL)
  const saved = savedBy(busy(MEASURED), lived)
  const most = savedBy(first('hindsight'), lived)
  const served = (policy: Policy) => sumOf(busy(policy), (one) => one.served)
  const perJob = (policy: Policy) => sumOf(busy(policy), (one) => one.travelMinutes) / served(policy)
  const broken = sumOf(lived, (one) => one.brokenPromises + one.brokenRules)
  const verdict = (isMet: boolean) => (isMet ? 'met' : 'missed')
  const each = busy(MEASURED).map((one) => savedBy([one], lived))
  return [
    `- Two weeks at ${BUSY} bookings a day, ${seeds} seeds: ${percent(saved)} less driving than never moving (at least ${100 * LEAST_SAVED_WHEN_BUSY}%), from ${percent(Math.min(...each))} to ${percent(Math.max(...each))} by seed: ${verdict(saved >= LEAST_SAVED_WHEN_BUSY)}`,
    `- Driving per job served: ${percent(1 - perJob(MEASURED) / perJob('never'))} less`,
    `- The first ${Math.min(seeds, SEEDS_OF_ALL)} of these weeks: ${percent(savedBy(first(MEASURED), lived))} less; ${percent(savedBy(first('hours'), lived))} if everybody were told two hours at once, ${percent(savedBy(first('morning'), lived))} if visits may move until the technicians' day starts, and ${percent(savedBy(first('evening'), lived))} if customers who left the day open are told in the evening`,
    `- Knowing everything beforehand would save ${percent(most)} there; moving visits gets ${((100 * savedBy(first(MEASURED), lived)) / most).toFixed(0)}% of that`,
    `- No fewer jobs served (${served(MEASURED)}, never moving ${served('never')}): ${verdict(served(MEASURED) >= served('never'))}`,
    `- No broken promise or rule: ${verdict(broken === 0)}`,
  ]
}

function progressLine(lived: Lived[], seed: number, seeds: number): string {
  const own = lived.filter((one) => one.seed === seed && one.perDay === BUSY && one.policy === MEASURED)
  const broken = sumOf(lived, (one) => one.brokenPromises + one.brokenRules)
  return `weeks, seed ${seed} of ${seeds}: ${percent(savedBy(own, lived))} less driving, ${broken} broken promises or rules so far`
}

/** The share of the driving that these save, compared with never moving in the same weeks. */
function savedBy(own: Lived[], lived: Lived[]): number {
  const still = lived.filter(
    ({ policy, perDay, seed }) =>
      policy === 'never' && own.some((one) => one.perDay === perDay && one.seed === seed),
  )
  return 1 - sumOf(own, (one) => one.travelMinutes) / sumOf(still, (one) => one.travelMinutes)
}

const sumOf = (lived: Lived[], of: (result: WeeksResult) => number): number =>
  lived.reduce((sum, { result }) => sum + of(result), 0)

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`
