import { and, eq, min, sql } from 'drizzle-orm'
import { workers, workerShifts } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { offeredLength } from '../../lib/arrival-windows'
import { dayBounds, localDateAt, zonedAt } from '../../lib/calendar'
import { isLongWindow, promisedWindow, windowToTell, type PromisedTime } from '../../lib/promised-time'
import type { JobRow } from './rows'
import { hoursToldFrom, visitMovesOf } from './technician-name'

type Office = Pick<Deps, 'clock' | 'settings'>
type Told = Pick<JobRow, 'toldStart' | 'toldEnd'>

/** The window that a customer is told if they chose none and dispatch chose the time; null if they know one already. */
export async function newlyTold(
  tx: Tx,
  { clock, settings }: Office,
  job: JobRow,
  start: number,
  timeZone: string,
): Promise<Told | null> {
  if (promisedWindow(job, start, timeZone) !== null) return null
  const { moves, freezeHours } = await visitMovesOf(tx, settings, job.franchiseId)
  if (moves === 'never') return null
  const isNear = clock.now() >= hoursToldAt(start, freezeHours, timeZone)
  const window = windowToTell(job, start, timeZone, isNear)
  return asTold(
    window && isLongWindow(window) ? await inWorkingHours(tx, job, window, start, timeZone) : window,
  )
}

const firstShift = prepared((db) =>
  db
    .select({ minute: min(workerShifts.startMinute) })
    .from(workerShifts)
    .innerJoin(workers, eq(workers.id, workerShifts.workerId))
    .where(
      and(
        eq(workers.active, true),
        sql`${workers.franchiseId} IS ${sql.placeholder('franchiseId')}`,
        eq(workerShifts.weekday, sql.placeholder('weekday')),
      ),
    ),
)

/** Begins a part of the day no earlier than anybody works, but keeps the visit and at least two hours in it. */
async function inWorkingHours(
  tx: Tx,
  { franchiseId }: JobRow,
  window: PromisedTime,
  start: number,
  timeZone: string,
): Promise<PromisedTime> {
  const day = zonedAt(start, timeZone)
  const first = await firstShift.get(tx, { franchiseId, weekday: day.dayOfWeek })
  const minutes = first?.minute ?? 0
  const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 }
  const workBegins = day.startOfDay().with(time).epochMilliseconds
  return { ...window, start: Math.max(window.start, Math.min(workBegins, start, window.end - offeredLength)) }
}

/** A visit whose customer was told a whole part of the day, and when they will hear the hours. */
export interface LongTold {
  from: number
  /** The hours to tell from then on. */
  hours: Told
}

/** Null if the customer has nothing more to hear. */
export async function longTold(
  tx: Tx,
  { settings }: Pick<Office, 'settings'>,
  job: JobRow,
  timeZone: string,
): Promise<LongTold | null> {
  const { scheduledStart: start, toldStart } = job
  const window = start === null ? null : promisedWindow(job, start, timeZone)
  if (start === null || !window || window.start !== toldStart || !isLongWindow(window)) return null
  const hours = asTold(windowToTell(job, start, timeZone, true))
  const { freezeHours } = await visitMovesOf(tx, settings, job.franchiseId)
  return hours && { from: hoursToldAt(start, freezeHours, timeZone), hours }
}

const hoursToldAt = (start: number, freezeHours: number, timeZone: string): number =>
  hoursToldFrom(dayBounds(localDateAt(start, timeZone), timeZone).from, freezeHours)

const asTold = (window: { start: number; end: number } | null): Told | null =>
  window && { toldStart: window.start, toldEnd: window.end }
