import type { Deps } from '../../../deps'
import { offeredWindows } from '../../../lib/arrival-windows'
import { second } from '../../../lib/clock'
import { inPlan, promisedIn } from '../dispatch/branch-plan'
import { offerBeside } from '../engine/offer'
import { withPlan } from '../engine/pairs'
import { runInSlices } from '../engine/slices'
import type { ArrivalWindow, OpenJob, Placement, World } from '../engine/world'
import { planWithPairs } from '../planner/pairs'
import { offerDepth, planKeeping, type Kept } from '../planner/promises'
import type { Branch } from '../world/branches'
import type { LocalDay } from '../world/calendar'
import { holdId, type HeldWindow } from '../world/held-windows'
import { branchWorld } from '../world/load'
import { Travel } from '../world/travel'
import { atBase, type Waiting } from '../world/triage'
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
  booked: Booked,
  asked: LocalDay[],
  job: OpenJob,
): Promise<Offered[]> {
  const { now, branch, planned, later, waiting } = booked
  const travel = new Travel(deps)
  const isPlanned = ({ date }: LocalDay) => planned.days.some((day) => day.date === date)
  const nearby = { now, branch, job, windows: windowsOf(asked.filter(isPlanned), branch, now) }
  const faraway = { ...nearby, windows: windowsOf(later.days, branch, now) }
  return [
    ...(await offersOn(deps, travel, nearby, planned, inPlan(waiting))),
    ...(await offersOn(deps, travel, faraway, later, wishedOn(booked))),
  ]
}

/** The bookings for later days. */
const wishedOn = ({ waiting, later }: Booked): Waiting[] =>
  waiting.filter((one) => isFarOff(one) && isWishedFor(one, later.days)).map(atBase)

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
  const { placements, pairs } = await planFor(deps, `${id ?? ''} ${days[0]?.date}`, world, waiting)
  const windows = asked.map(({ window }) => window)
  const offers = await runInSlices(offerBeside(withPlan(world, pairs), placements, job, windows))
  const totals = new Map(offers.map(({ window, total }) => [window, total]))
  return asked.flatMap((one) => {
    const total = totals.get(one.window)
    return total === undefined ? [] : [{ ...one, total }]
  })
}

/** The plan with everything that waits. */
const planFor = (deps: Deps, name: string, world: World, waiting: Waiting[]): Promise<KeptPlan> =>
  deps.state.of(PlanMemory).recall(name, world, () => {
    const promised = promisedIn(waiting)
    return runInSlices(
      planWithPairs({ world, isPromised: (jobId) => promised.has(jobId) }, [
        (others) => planKeeping(others, offerDepth),
      ]),
    )
  })

/** Whether a held window has its place in the plan. */
export async function keepsHold(deps: Deps, booked: Booked, hold: HeldWindow): Promise<boolean> {
  const { now, branch, planned, later } = booked
  const id = holdId(hold)
  const isNear = planned.days.some(({ date }) => date === hold.preferredDate)
  const { days, workers } = isNear ? planned : later
  const waiting = isNear ? inPlan(booked.waiting) : wishedOn(booked)
  const world = await branchWorld(new Travel(deps), { id: branch.id, now, workers }, waiting)
  const plan = await planFor(deps, `${branch.id ?? ''} ${days[0]?.date}`, world, waiting)
  return [...plan.placements, ...plan.pairs].some(({ jobId }) => jobId === id)
}

/** A held window as an offer, which is never the one that fits our routes best. */
export function windowOf(
  { preferredDate: date, preferredTime: label }: HeldWindow,
  branch: Branch,
): Offered | null {
  const found = windowsOn(branch.calendar.day(date), branch, 0).find((one) => one.label === label)
  return found ? { ...found, total: Infinity } : null
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
