import type { Deps } from '../../../deps'
import { offeredWindows } from '../../../lib/arrival-windows'
import { second } from '../../../lib/clock'
import { inPlan, promisedIn } from '../dispatch/branch-plan'
import { planWithPairs } from '../dispatch/pairs'
import type { Branch } from '../dispatch/branches'
import type { LocalDay } from '../dispatch/calendar'
import { branchWorld } from '../dispatch/load'
import { offerDepth, planKeeping, type Kept } from '../dispatch/promises'
import { Travel } from '../dispatch/travel'
import { atBase, type Waiting } from '../dispatch/triage'
import { offerBeside } from '../engine/offer'
import { withPlan } from '../engine/pairs'
import { runInSlices } from '../engine/slices'
import type { ArrivalWindow, OpenJob, Placement, World } from '../engine/world'
import type { Booked, CrewDays } from './booked'

export interface Offered {
  date: string
  label: string
  window: ArrivalWindow
  /** The cost, to compare windows. */
  total: number
}

/**
 * The arrival windows that fit in with everything booked. For days that dispatch plans now, this plans like
 * dispatch. For later days, only the bookings that ask for them count, because nothing else is known yet.
 */
export async function findOffers(
  deps: Deps,
  { now, branch, planned, later, waiting }: Booked,
  asked: LocalDay[],
  job: OpenJob,
): Promise<Offered[]> {
  const travel = new Travel(deps)
  const isPlanned = ({ date }: LocalDay) => planned.days.some((day) => day.date === date)
  const wished = waiting.filter((one) => isFarOff(one) && isWishedFor(one, later.days))
  const nearby = { now, branch, job, windows: windowsOf(asked.filter(isPlanned), branch, now) }
  const faraway = { ...nearby, windows: windowsOf(later.days, branch, now) }
  return [
    ...(await offersOn(deps, travel, nearby, planned, inPlan(waiting))),
    ...(await offersOn(deps, travel, faraway, later, wished.map(atBase))),
  ]
}

/** Asks for a day that dispatch doesn't plan yet. */
const isFarOff = ({ row, wish }: Waiting): boolean => !row.held && wish.state === 'early'

const isWishedFor = ({ wish }: Waiting, days: LocalDay[]): boolean =>
  days.some(({ start, end }) => wish.windows?.some(({ from, until }) => from < end && until > start))

interface Asked {
  now: number
  branch: Branch
  job: OpenJob
  windows: Omit<Offered, 'total'>[]
}

async function offersOn(
  deps: Deps,
  travel: Travel,
  { now, branch: { id }, job, windows: asked }: Asked,
  { days, workers }: CrewDays,
  waiting: Waiting[],
): Promise<Offered[]> {
  if (asked.length === 0) return []
  const world = await branchWorld(travel, { id, now, workers }, waiting, [job])
  const name = `${id ?? ''} ${days[0]?.date}`
  const { placements, pairs } = await deps.state.of(PlanMemory).recall(name, world, () => {
    const promised = promisedIn(waiting)
    return runInSlices(
      planWithPairs({ world, isPromised: (jobId) => promised.has(jobId) }, [
        (others) => planKeeping(others, offerDepth),
      ]),
    )
  })
  const windows = asked.map(({ window }) => window)
  const offers = await runInSlices(offerBeside(withPlan(world, pairs), placements, job, windows))
  const totals = new Map(offers.map(({ window, total }) => [window, total]))
  return asked.flatMap((one) => {
    const total = totals.get(one.window)
    return total === undefined ? [] : [{ ...one, total }]
  })
}

const windowsOf = (days: LocalDay[], branch: Branch, now: number) =>
  days.flatMap((day) => windowsOn(day, branch, now))

function windowsOn({ date }: LocalDay, { calendar }: Branch, now: number): Omit<Offered, 'total'>[] {
  return offeredWindows.flatMap(({ from, until, label }) => {
    const window = { from: calendar.momentOf(date, from), until: calendar.momentOf(date, until) }
    return window.until > now ? [{ date, label, window }] : []
  })
}

/** A plan, with its visits for two technicians apart. */
type KeptPlan = Kept & { pairs: Placement[] }

const goodFor = 30 * second
const mostPlans = 200

/**
 * Keeps a franchise's plan for a few seconds while nothing changes, because people look at several days and
 * services before they book.
 */
export class PlanMemory {
  readonly #plans = new Map<string, { key: number | bigint; plan: Promise<KeptPlan> }>()

  recall(name: string, { now, workers, jobs }: World, make: () => Promise<KeptPlan>): Promise<KeptPlan> {
    const key = Bun.hash(JSON.stringify([Math.floor(now / goodFor), workers, jobs]))
    const known = this.#plans.get(name)
    if (known?.key === key) return known.plan
    const plan = make()
    this.#plans.delete(name)
    this.#plans.set(name, { key, plan })
    plan.catch(() => this.#plans.delete(name))
    for (const oldest of this.#plans.keys()) if (this.#plans.size > mostPlans) this.#plans.delete(oldest)
    return plan
  }
}
