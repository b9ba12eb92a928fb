import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import { takenVisits } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import { planned } from '../../lib/job-states'
import type { JobRow } from './rows'
import type { SecondState } from './second'

export type TakenRow = typeof takenVisits.$inferSelect

type Visit = JobRow & Required<SecondState>

/** Visits farther away aren't on anyone's mind yet. */
const noticedWithin = day
/** Within its day a visit stays on the list, at its new time. */
const leastMove = day / 4
const keptFor = 7 * day

interface Taken {
  event: number
  actor: string
  at: number
}

/** Remembers who lost a visit of these days by a change that wasn't their own, so that their phone can say so. */
export async function noteTaken(
  tx: Tx,
  before: Visit,
  after: Visit,
  { event, actor, at }: Taken,
): Promise<void> {
  const { id: jobId, scheduledStart: start, scheduledEnd: end } = before
  if (start === null || end === null || !isIn(planned, before.status)) return
  if (Math.abs(start - at) > noticedWithin) return
  const left = [after.workerId, after.secondWorkerId]
  for (const workerId of [before.workerId, before.secondWorkerId]) {
    if (workerId === null || actor === `worker:${workerId}`) continue
    const way = wayTaken(before, after, left.includes(workerId))
    if (way === null) continue
    await tx
      .insert(takenVisits)
      .values({ event, workerId, jobId, way, byCustomer: isCustomer(actor), start, end, at, seenAt: null })
  }
}

const isCustomer = (actor: string): boolean => actor === 'customer' || actor === 'public'

function wayTaken(before: Visit, after: Visit, isStillTheirs: boolean): TakenRow['way'] | null {
  if (after.status === 'cancelled') return 'canceled'
  if (after.status === 'pending') return 'unscheduled'
  if (!isIn(planned, after.status)) return null
  if (!isStillTheirs) return 'reassigned'
  const moved = Math.abs((after.scheduledStart ?? 0) - (before.scheduledStart ?? 0))
  return moved >= leastMove ? 'moved' : null
}

const isIn = (list: readonly string[], one: string): boolean => list.includes(one)

/** The visits that a worker lost since a time and hasn't seen yet, with the time they had, the last change first. */
export function unseenTaken(
  db: Db,
  workerId: string,
  { from, to }: { from: number; to: number },
): Promise<TakenRow[]> {
  return db
    .select()
    .from(takenVisits)
    .where(
      and(
        eq(takenVisits.workerId, workerId),
        lt(takenVisits.start, to),
        isNull(takenVisits.seenAt),
        // Before its day began, nobody was on the way.
        sql`${takenVisits.start} >= ${from} AND ${takenVisits.at} >= ${from}`,
      ),
    )
    .orderBy(desc(takenVisits.event))
}

/** The worker has seen that they lost a visit. Seeing it again changes nothing. */
export async function markTakenSeen(tx: Tx, workerId: string, jobId: string, seenAt: number): Promise<void> {
  await tx
    .update(takenVisits)
    .set({ seenAt })
    .where(and(eq(takenVisits.workerId, workerId), eq(takenVisits.jobId, jobId), isNull(takenVisits.seenAt)))
}

export async function sweepTaken({ store, clock }: Deps): Promise<void> {
  await store.write((tx) => tx.delete(takenVisits).where(lte(takenVisits.at, clock.now() - keptFor)))
}
