import { eq, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { dayBounds, localDateAt } from '../../lib/calendar'
import { hour, minute } from '../../lib/clock'
import { findFranchise } from '../franchises'
import { workerName } from './move'
import type { JobRow } from './rows'
import { startedWorkers } from './started-days'
import { stateBefore } from './timeline'

type Office = Pick<Deps, 'clock' | 'settings'>

/**
 * When the visits of a day are fixed, at the latest: those of a technician whose day has started stay in any case. The
 * last run starts a moment after the hour and may still move them.
 */
export const fixedFrom = (midnight: number, freezeHours: number): number =>
  midnight - freezeHours * hour + minute

/** From when on a customer hears the two hours of a visit, whatever part of the day they were told before. */
export const hoursToldFrom = (midnight: number, freezeHours: number): number =>
  fixedFrom(midnight, Math.max(freezeHours, 6))

/** The technician's name as the customer may know it: not while dispatch can still choose somebody else. */
export async function technicianName(db: Db, office: Office, job: JobRow): Promise<string | null> {
  return (await isTechnicianFinal(db, office, job)) ? workerName(db, job.workerId) : null
}

/** How dispatch may move the visits of a franchise. */
export async function visitMovesOf(db: Db, settings: Office['settings'], franchiseId: string | null) {
  const franchise = franchiseId === null ? undefined : await findFranchise(db, franchiseId)
  return franchise?.visitMoves ?? settings.dispatch
}

export async function isTechnicianFinal(
  db: Db,
  { clock, settings }: Office,
  { status, movable, locked, scheduledStart, franchiseId, workerId }: JobRow,
): Promise<boolean> {
  if (status !== 'scheduled' || !movable || locked || scheduledStart === null || workerId === null)
    return true
  const franchise = franchiseId === null ? undefined : await findFranchise(db, franchiseId)
  const { moves, freezeHours, keepsTechnician } = franchise?.visitMoves ?? settings.dispatch
  if (moves === 'never' || keepsTechnician) return true
  const timeZone = franchise?.timeZone ?? settings.business.timeZone
  const { from: start, to: end } = dayBounds(localDateAt(scheduledStart, timeZone), timeZone)
  const now = clock.now()
  if (now >= fixedFrom(start, freezeHours)) return true
  if (now < start) return false
  return (await startedWorkers(db, [workerId], { start, end }, timeZone, now)).has(workerId)
}

const setNamed = prepared((db) =>
  db
    .update(jobs)
    .set({ namedWorkerId: sql`${sql.placeholder('workerId')}` })
    .where(eq(jobs.id, sql.placeholder('id'))),
)

/** Remembers whose name the customer was told, so that they hear of anybody else. */
export async function keepNamed(
  tx: Tx,
  { id, namedWorkerId }: JobRow,
  workerId: string | null,
): Promise<void> {
  if (namedWorkerId !== workerId) await setNamed.run(tx, { id, workerId })
}

/** Dispatch may change a technician whose name the customer doesn't know without a word. */
export const isOtherTechnician = (before: JobRow, { workerId }: JobRow, isPlanned: boolean): boolean =>
  isPlanned
    ? before.namedWorkerId !== null && before.namedWorkerId !== workerId
    : before.workerId !== workerId

/** The job as its customer knows it, if a message about an earlier change was taken back. */
export async function toldBefore(tx: Tx, job: JobRow, event: number): Promise<JobRow> {
  const before = await stateBefore(tx, job, event)
  return { ...before, namedWorkerId: before.workerId }
}
