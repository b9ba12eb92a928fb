import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { workers } from '../../../db/schema'
import { isUnchanged, newId, onlyRow, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing, Position } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { isoTime } from '../../lib/clock'
import { describeError } from '../../lib/log'
import { requireFranchise } from '../franchises'
import { placeAddress } from '../geo'
import { askAboutVisits, reviewTodos, workerRating } from '../jobs'
import { changesOf, changedFields, recordActivity } from '../office'
import { revokeFeedOf } from './calendar-feeds'
import { aboutWorker, findWorkers, requireWorker, type WorkerRow } from './find'
import { insertShifts, readShifts, comingTimeOff } from './hours'
import type { Shift, Worker, WorkerChange, WorkerInput, WorkerQuery, WorkerWithHours } from './model'
import { revokeTokens } from './tokens'

/** A new worker starts with the company's hours. */
export async function addWorker(deps: Deps, given: WorkerInput, actor: Actor, once: Once): Promise<Worker> {
  const input = await placeHome(deps, given)
  return deps.store.write(async (tx) => {
    const answer = await insertWorker(tx, deps.clock.now(), input, deps.settings.hours.week, actor)
    await once.settle(tx, answer)
    return answer
  })
}

export async function insertWorker(
  tx: Tx,
  now: number,
  input: WorkerInput,
  week: Shift[],
  actor: Actor,
): Promise<Worker> {
  if (input.franchiseId !== null) await requireFranchise(tx, input.franchiseId)
  const rows = await tx
    .insert(workers)
    .values({ id: newId(), ...input, createdAt: now, updatedAt: now })
    .returning()
  const added = onlyRow(rows)
  await insertShifts(tx, added.id, week)
  const summary = `Added technician ${added.name}`
  await recordActivity(tx, now, { type: 'worker.added', actor, summary, ...aboutWorker(added) })
  return presentWorker(added)
}

/** A worker who is deactivated loses their tokens and calendar link at once, and HQ gets a to-do about their visits. */
export async function changeWorker(
  deps: Deps,
  id: string,
  given: WorkerChange,
  actor: Actor,
): Promise<Worker> {
  const now = deps.clock.now()
  const change = await placeHome(deps, given, await requireWorker(deps.store.read, id))
  return deps.store.write(async (tx) => {
    if (change.franchiseId) await requireFranchise(tx, change.franchiseId)
    const known = await requireWorker(tx, id)
    if (isUnchanged(known, change as Partial<WorkerRow>)) return presentWorker(known)
    const changed: WorkerRow = { ...known, ...change, updatedAt: now }
    await tx.update(workers).set(changed).where(eq(workers.id, id))
    if (change.active === false) {
      await revokeTokens(tx, id, now)
      await revokeFeedOf(tx, { workerId: id }, now)
    }
    if (change.active !== undefined) await askAboutVisits(tx, now, changed, 'worker.absent')
    if (change.franchiseId !== undefined) await askAboutVisits(tx, now, changed, 'worker.moved')
    await reviewTodos(tx, now, { workerIds: new Set([id]), franchiseId: null })
    const summary = `Changed technician ${changed.name}: ${changedFields(given)}`
    const changes = changesOf(known, changed, shownFields)
    await recordActivity(tx, now, {
      type: 'worker.changed',
      actor,
      summary,
      ...aboutWorker(changed),
      changes,
    })
    return presentWorker(changed)
  })
}

/** Without the technician's own address and numbers. */
const shownFields = ['name', 'franchiseId', 'skills', 'active'] as const

export async function readWorker({ store, clock }: Deps, id: string): Promise<WorkerWithHours> {
  const row = await requireWorker(store.read, id)
  return {
    ...presentWorker(row),
    shifts: await readShifts(store.read, id),
    timeOff: await comingTimeOff(store.read, id, clock.now()),
    rating: await workerRating(store.read, id),
  }
}

/** Newest first, because ids are ordered by time. */
export function listWorkers({ store }: Deps, query: WorkerQuery): Listing<WorkerRow, Worker> {
  const { franchiseId, active, skill, q } = query
  const rows = (limit: number, after: Position | null, found?: WorkerRow[]) =>
    store.read
      .select()
      .from(workers)
      .where(
        and(
          after ? lt(workers.id, String(after[0])) : undefined,
          franchiseId === undefined ? undefined : eq(workers.franchiseId, franchiseId),
          active === undefined ? undefined : eq(workers.active, active),
          skill === undefined ? undefined : hasSkill(skill),
          found &&
            isAnyOf(
              workers.id,
              found.map(({ id }) => id),
            ),
        ),
      )
      .orderBy(desc(workers.id))
      .limit(limit)
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentWorker,
    rows: (limit, after) =>
      q === undefined
        ? rows(limit, after)
        : findWorkers(store.read, q, franchiseId).then((found) => rows(limit, after, found)),
  }
}

const hasSkill = (skill: string) =>
  sql`EXISTS (SELECT 1 FROM json_each(${workers.skills}) WHERE value = ${skill} COLLATE NOCASE)`

function presentWorker(row: WorkerRow): Worker {
  const { demo: _, createdAt, updatedAt, ...rest } = row
  return { ...rest, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) }
}

export interface Home {
  homeAddress: string | null
  homeLat: number | null
  homeLng: number | null
}

/**
 * Geocodes the home address if no coordinates come with it, because drive times need them. `before` has the
 * old address, whose coordinates no longer apply when it changes.
 */
export async function placeHome<T extends Partial<Home>>(deps: Deps, fields: T, before?: Home): Promise<T> {
  const { homeAddress, homeLat, homeLng } = fields
  if (!homeAddress || homeAddress === before?.homeAddress) return fields
  const isGiven = homeLat !== undefined && homeLat !== null
  const isOld = isGiven && before?.homeLat === homeLat && before.homeLng === homeLng
  if (isGiven && !isOld) return fields
  try {
    const place = await placeAddress(deps, homeAddress)
    return { ...fields, homeLat: place?.lat ?? null, homeLng: place?.lng ?? null }
  } catch (error) {
    deps.log.warn("couldn't look up the home of a worker", describeError(error))
    return { ...fields, homeLat: null, homeLng: null }
  }
}
