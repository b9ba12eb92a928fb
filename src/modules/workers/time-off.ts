import { and, asc, desc, eq, gt } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { workerTimeOff } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { ok } from '../../http/envelope'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import { isoTime } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { requireWorker } from './find'
import type { TimeOff, TimeOffInput } from './model'
import { askAboutVisits } from './visits'

type Row = typeof workerTimeOff.$inferSelect

const shownAtMost = 100

export async function addTimeOff(
  { store, clock }: Deps,
  workerId: string,
  input: TimeOffInput,
  once: Once,
): Promise<TimeOff> {
  const now = clock.now()
  return store.write(async (tx) => {
    const worker = await requireWorker(tx, workerId)
    const row: Row = { id: newId(), workerId, ...input, createdAt: now }
    await tx.insert(workerTimeOff).values(row)
    await askAboutVisits(tx, now, worker, 'worker.absent')
    const answer = presentTimeOff(row)
    await once.settle(tx, 201, ok(answer))
    return answer
  })
}

export async function removeTimeOff({ store, clock }: Deps, workerId: string, id: string): Promise<TimeOff> {
  return store.write(async (tx) => {
    const [removed] = await tx
      .delete(workerTimeOff)
      .where(and(eq(workerTimeOff.id, id), eq(workerTimeOff.workerId, workerId)))
      .returning()
    if (!removed) throw missing('Time off')
    await askAboutVisits(tx, clock.now(), await requireWorker(tx, workerId), 'worker.absent')
    return presentTimeOff(removed)
  })
}

/** What is going on now or coming, soonest first. */
export async function comingTimeOff(db: Db, workerId: string, now: number): Promise<TimeOff[]> {
  const rows = await db
    .select()
    .from(workerTimeOff)
    .where(and(eq(workerTimeOff.workerId, workerId), gt(workerTimeOff.endsAt, now)))
    .orderBy(asc(workerTimeOff.startsAt))
    .limit(shownAtMost)
  return rows.map(presentTimeOff)
}

/** The latest to begin first. */
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
