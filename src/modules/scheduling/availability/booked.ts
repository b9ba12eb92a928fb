import type { Deps } from '../../../deps'
import type { CrewWorker } from '../planner/replan'
import type { Branch, Branches } from '../world/branches'
import type { LocalDay } from '../world/calendar'
import type { CrewMember } from '../world/crew'
import { openRow, readHeld } from '../world/held-windows'
import { holdsSince, UnconfirmedShare } from '../world/holds'
import { readBranchCrew, readServices } from '../world/load'
import { contenderPages, firmPages, readChosen, type AskedDates, type OpenRow } from '../world/open-jobs'
import { waitingJob, type Waiting } from '../world/triage'

/** Some days of a franchise, with everyone who works on them. */
export interface CrewDays {
  days: LocalDay[]
  workers: CrewWorker[]
}

/** The schedule that a franchise's offers must fit in with. */
export interface Booked {
  now: number
  branch: Branch
  /** The days dispatch is planning now, plus later days that were asked for. */
  planned: CrewDays
  later: CrewDays
  /** In booking order. Only jobs and held windows that have a place on one of these days. */
  waiting: Waiting[]
  /** The rest of the share for unconfirmed bookings. */
  share: UnconfirmedShare
}

/**
 * Reads everything that holds a place at a franchise. There may be thousands of unconfirmed online bookings,
 * so only the few that hold a place are read in full.
 */
export async function readBooked(
  deps: Deps,
  {
    branches,
    branch,
    members,
    asked,
    moved,
    visitor,
  }: {
    branches: Branches
    branch: Branch
    members: CrewMember[]
    /** The open days among those asked for. */
    asked: LocalDay[]
    /** A booking that will move, so it holds no place. */
    moved?: { id: string; seq: number } | undefined
    /** The visitor of the booking page who asks: the window they hold is free for them. */
    visitor?: string | undefined
  },
): Promise<Booked> {
  const { now } = branches
  const { read } = deps.store
  const isPlanned = ({ date }: LocalDay) => branch.days.some((day) => day.date === date)
  const crewOn = async (days: LocalDay[]): Promise<CrewDays> => ({
    days,
    // Customers are never offered overtime.
    workers: (await readBranchCrew(deps, { ...branch, days }, { members, now })).map((worker) => ({
      ...worker,
      visits: worker.visits.filter(({ jobId }) => jobId !== moved?.id),
      overtime: null,
    })),
  })
  const planned = await crewOn(branch.days)
  const later = await crewOn(asked.filter((day) => !isPlanned(day)))
  const serviceOf = await readServices(read)
  const dates = datesOf(branch, [...planned.days, ...later.days])
  const rows: OpenRow[] = []
  for await (const page of firmPages(read, dates))
    for (const row of page) if (row.id !== moved?.id) rows.push(row)
  const share = new UnconfirmedShare(branch.wishes, deps.settings.publicAccess.holdPercent, [planned, later])
  const chosen: number[] = []
  const real = deps.clock.now()
  const held = (await readHeld(read, real)).filter(
    (hold) => hold.franchiseId === branch.id && hold.visitor !== visitor,
  )
  const takeHeld = (before: number) => {
    for (let next = held[0]; next && next.afterJob < before; next = held[0]) {
      if (share.take(next, serviceOf(next.type))) rows.push(openRow(next))
      held.shift()
    }
  }
  for await (const page of contenderPages(read, { ...dates, since: holdsSince(deps, real) }))
    for (const one of page) {
      takeHeld(one.seq)
      if (one.seq !== moved?.seq && share.take(one, serviceOf(one.type))) chosen.push(one.seq)
    }
  takeHeld(Infinity)
  for (const row of await readChosen(read, chosen)) rows.push(row)
  const inOrder = rows.toSorted((a, b) => a.seq - b.seq)
  const waiting = inOrder.map((row) => waitingJob(row, branch, serviceOf(row.type)))
  return { now, branch, planned, later, waiting, share }
}

/** Adds a day on either side, because a time can fall on another date there than in UTC. */
function datesOf({ id }: Branch, days: LocalDay[]): AskedDates {
  const dates = days.map(({ date }) => date).toSorted()
  const first = Temporal.PlainDate.from(dates[0] ?? '2000-01-01')
  const last = Temporal.PlainDate.from(dates.at(-1) ?? '2000-01-01')
  return {
    franchiseId: id,
    from: first.subtract({ days: 1 }).toString(),
    before: last.add({ days: 2 }).toString(),
  }
}
