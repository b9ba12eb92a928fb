import { and, asc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm'
import { customers, franchises, jobEvents, jobs, secondWorkers, workerShifts, workers } from '../../db/schema'
import type { Db, Store, Tx } from '../../db/store'
import { towns } from '../../db/demo/company'
import { advances, type DemoBranch, type DemoJob } from '../../db/demo/jobs'
import { bringUpTo, planToday } from '../../db/demo/today'

const day = 86_400_000
const open = ['scheduled', 'en_route', 'in_progress'] as const

/**
 * Brings the demo company to another day: visits of the days before are done, and today has visits again. `claim` is
 * part of the same unit and says whether this is the first time today.
 */
export async function refreshDemo(
  store: Store,
  now: number,
  claim: (tx: Tx) => Promise<boolean>,
): Promise<number> {
  const branches = await branchesOf(store.read)
  if (branches.length === 0) return 0
  const { made, shifts } = planToday(branches, now, Math.floor(now / day))
  return store.write(async (tx) => {
    if (!(await claim(tx))) return 0
    await catchUp(tx, now)
    const fitting = await withoutOverlaps(tx, made, now)
    if (fitting.length === 0) return 0
    await tx.insert(jobs).values(fitting.map(({ job }) => job))
    await tx.insert(jobEvents).values(fitting.flatMap(({ events }) => events))
    const known = await tx.select().from(workerShifts)
    const added = shifts.filter(
      ({ workerId, weekday }) =>
        !known.some((shift) => shift.workerId === workerId && shift.weekday === weekday),
    )
    if (added.length > 0) await tx.insert(workerShifts).values(added)
    return fitting.length
  })
}

/** The company as the store has it: towns that were renamed or removed are left alone. */
async function branchesOf(read: Db): Promise<DemoBranch[]> {
  const places = await read.select().from(franchises).where(eq(franchises.demo, true))
  const crew = await read.select().from(workers).where(eq(workers.active, true)).orderBy(asc(workers.id))
  const homes = await read
    .select({ customer: customers, job: jobs })
    .from(jobs)
    .innerJoin(customers, eq(customers.id, jobs.customerId))
    .where(and(eq(jobs.demo, true), eq(customers.demo, true), isNotNull(jobs.lat)))
    .groupBy(customers.id)
    .orderBy(asc(customers.id))
  return towns.flatMap((town) => {
    const place = places.find(({ name }) => name === town.name)
    const own = town.workers.flatMap(
      ([name]) => crew.find((one) => one.name === name && one.franchiseId === place?.id) ?? [],
    )
    const people = homes
      .filter(({ job }) => job.franchiseId === place?.id)
      .map(({ customer: { id }, job }) => ({
        id,
        name: job.customerName,
        email: job.customerEmail ?? '',
        phone: job.customerPhone ?? '',
        address: job.address,
        zip: job.zip ?? '',
        lat: job.lat ?? 0,
        lng: job.lng ?? 0,
      }))
    if (!place || own.length !== town.workers.length || people.length === 0) return []
    const staff = own.map(({ id }) => ({ id, busyUntil: new Map<number, number>() }))
    return [{ place: { town, franchiseId: place.id, workers: staff }, people }]
  })
}

/** Visits that nobody finished are done by now, or on their way. */
async function catchUp(tx: Tx, now: number): Promise<void> {
  const late = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.demo, true), inArray(jobs.status, [...open]), lt(jobs.scheduledStart, now)))
  for (const row of late) {
    if (row.scheduledStart === null || row.scheduledEnd === null || row.workerId === null) continue
    const { job, events, advance } = advances({ ...row })
    bringUpTo(now, { start: row.scheduledStart, stop: row.scheduledEnd, advance }, row.status)
    if (events.length === 0) continue
    const { status, enRouteAt, startedAt, completedAt, updatedAt, revision } = job
    const changes = { status, enRouteAt, startedAt, completedAt, updatedAt, revision }
    await tx.update(jobs).set(changes).where(eq(jobs.id, row.id))
    await tx.insert(jobEvents).values(events)
  }
}

/** People who tried the demo may have scheduled visits of their own. */
async function withoutOverlaps(tx: Tx, made: DemoJob[], now: number): Promise<DemoJob[]> {
  const taken = await tx
    .select({
      workerId: jobs.workerId,
      second: secondWorkers.workerId,
      start: jobs.scheduledStart,
      end: jobs.busyUntil,
    })
    .from(jobs)
    .leftJoin(secondWorkers, eq(secondWorkers.jobId, jobs.id))
    .where(and(isNotNull(jobs.workerId), gte(jobs.scheduledStart, now - 2 * day)))
  return made.filter(
    ({ job }) =>
      !taken.some(
        ({ workerId, second, start, end }) =>
          (workerId === job.workerId || second === job.workerId) &&
          (start ?? 0) < (job.busyUntil ?? 0) &&
          (end ?? 0) > (job.scheduledStart ?? 0),
      ),
  )
}
