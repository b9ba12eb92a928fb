import { asc, eq, and, desc, gt } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { workerShifts, workers, workerTimeOff } from '../../../db/schema'
import { newId, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { isoTime } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { timeOfDay } from '../../lib/hours'
import { askAboutVisits } from '../jobs'
import { recordActivity } from '../office'
import { coverSoon } from '../scheduling'
import { aboutWorker, type WorkerRow, requireWorker } from './find'
import { hoursOf, type Shift, type Week, type TimeOff, type TimeOffInput } from './model'

/** Replaces the worker's whole week. */
export async function replaceShifts(
  { store, clock }: Deps,
  workerId: string,
  week: Week,
  actor: Actor,
): Promise<Week> {
  const now = clock.now()
  return store.write(async (tx) => {
    const worker = await requireWorker(tx, workerId)
    const known = await readShifts(tx, workerId)
    if (Bun.deepEquals(known, week.shifts.toSorted(byStart))) return { shifts: known }
    await tx.update(workers).set({ updatedAt: now }).where(eq(workers.id, workerId))
    await tx.delete(workerShifts).where(eq(workerShifts.workerId, workerId))
    await insertShifts(tx, workerId, week.shifts)
    await askAboutVisits(tx, now, worker, 'worker.hours')
    const summary = `Changed the working hours of ${worker.name}`
    await recordActivity(tx, now, { type: 'worker.shifts-changed', actor, summary, ...aboutWorker(worker) })
    return { shifts: await readShifts(tx, workerId) }
  })
}

export async function insertShifts(tx: Tx, workerId: string, shifts: Shift[]): Promise<void> {
  const rows = shifts.map((shift) => ({ id: newId(), workerId, ...hoursOf(shift) }))
  if (rows.length > 0) await tx.insert(workerShifts).values(rows)
}

const byStart = (one: Shift, other: Shift): number =>
  one.weekday - other.weekday || (one.start < other.start ? -1 : 1)

export async function readShifts(db: Db, workerId: string): Promise<Shift[]> {
  const rows = await db
    .select()
    .from(workerShifts)
    .where(eq(workerShifts.workerId, workerId))
    .orderBy(asc(workerShifts.weekday), asc(workerShifts.startMinute))
  return rows.map(({ weekday, startMinute, endMinute }) => ({
    weekday,
    start: timeOfDay(startMinute),
    end: timeOfDay(endMinute),
  }))
}

type Row = typeof workerTimeOff.$inferSelect

const shownAtMost = 100

export async function addTimeOff(
  deps: Deps,
  workerId: string,
  input: TimeOffInput,
  actor: Actor,
  once: Once,
): Promise<TimeOff> {
  const now = deps.clock.now()
  const added = await deps.store.write(async (tx) => {
    const worker = await requireWorker(tx, workerId)
    const row: Row = { id: newId(), workerId, ...input, createdAt: now }
    await tx.insert(workerTimeOff).values(row)
    await askAboutVisits(tx, now, worker, 'worker.absent')
    await recordTimeOff(tx, now, actor, worker, 'Added', row)
    const answer = presentTimeOff(row)
    await once.settle(tx, answer)
    return answer
  })
  coverSoon(deps, workerId)
  return added
}

/** The reason stays out of it: it may be about the technician's health. */
function recordTimeOff(
  tx: Tx,
  now: number,
  actor: Actor,
  worker: WorkerRow,
  what: 'Added' | 'Removed',
  { startsAt, endsAt }: Row,
): Promise<void> {
  return recordActivity(tx, now, {
    type: `worker.time-off-${what.toLowerCase()}`,
    actor,
    summary: `${what} time off for ${worker.name}`,
    ...aboutWorker(worker),
    metadata: { startsAt: isoTime(startsAt), endsAt: isoTime(endsAt) },
  })
}

export async function removeTimeOff(
  { store, clock }: Deps,
  workerId: string,
  id: string,
  actor: Actor,
): Promise<TimeOff> {
  const now = clock.now()
  return store.write(async (tx) => {
    const [removed] = await tx
      .delete(workerTimeOff)
      .where(and(eq(workerTimeOff.id, id), eq(workerTimeOff.workerId, workerId)))
      .returning()
    if (!removed) throw missing('Time off')
    const worker = await requireWorker(tx, workerId)
    await askAboutVisits(tx, now, worker, 'worker.absent')
    await recordTimeOff(tx, now, actor, worker, 'Removed', removed)
    return presentTimeOff(removed)
  })
}

/** Current and upcoming time off, soonest first. */
export async function comingTimeOff(db: Db, workerId: string, now: number): Promise<TimeOff[]> {
  const rows = await db
    .select()
    .from(workerTimeOff)
    .where(and(eq(workerTimeOff.workerId, workerId), gt(workerTimeOff.endsAt, now)))
    .orderBy(asc(workerTimeOff.startsAt))
    .limit(shownAtMost)
  return rows.map(presentTimeOff)
}

/** Latest start first. */
export async function listTimeOff({ store }: Deps, workerId: string): Promise<Listing<Row, TimeOff>> {
  await requireWorker(store.read, workerId)
  const { startsAt, id } = workerTimeOff
  return {
    kinds: ['number', 'string'],
    position: (row) => [row.startsAt, row.id],
    present: presentTimeOff,
    rows: (limit, after) =>
      store.read
        .select()
        .from(workerTimeOff)
        .where(and(eq(workerTimeOff.workerId, workerId), after ? before([startsAt, id], after) : undefined))
        .orderBy(desc(startsAt), desc(id))
        .limit(limit),
  }
}

function presentTimeOff(row: Row): TimeOff {
  return {
    ...row,
    startsAt: isoTime(row.startsAt),
    endsAt: isoTime(row.endsAt),
    createdAt: isoTime(row.createdAt),
  }
}
