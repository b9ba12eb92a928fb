import { and, eq, inArray } from 'drizzle-orm'
import { jobs } from '../../db/schema'
import { hour, minute } from '../../src/lib/clock'
import { underWay } from '../../src/lib/job-states'
import { ownWorker, type FuzzWorld, type Sender } from './world'

interface Helpers {
  /** Sends a request; one that is refused doesn't matter. */
  attempt: Sender
  book: () => Promise<string>
}

/** The caller's technician is on the way to a visit, and late for the next ones. */
export async function setOff(world: FuzzWorld, { attempt, book }: Helpers): Promise<void> {
  const now = world.test.deps.clock.now()
  // Nobody is on the way to two visits.
  const begun = await world.test.deps.store.read
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.workerId, ownWorker), inArray(jobs.status, underWay)))
  for (const { id } of begun)
    for (const to of ['in_progress', 'completed']) await attempt('POST', `/api/admin/jobs/${id}/move`, { to })
  for (const id of world.known.late ?? []) await attempt('POST', `/api/admin/jobs/${id}/cancel`, {})
  const current = await book()
  const late = [await book(), await book(), await book()]
  // Short, so that they fit between the others.
  const visitAt = (start: number) => ({
    start: new Date(start).toISOString(),
    end: new Date(start + 5 * minute).toISOString(),
    bufferMinutes: 0,
    workerId: ownWorker,
  })
  const before = now - world.turns * 20 * minute
  await attempt('POST', `/api/admin/jobs/${current}/schedule`, visitAt(before))
  for (const [at, id] of late.entries())
    await attempt('POST', `/api/admin/jobs/${id}/schedule`, visitAt(before + (at + 1) * 5 * minute))
  await attempt('POST', `/api/work/jobs/${current}/move`, { to: 'en_route' }, 'worker')
  world.known.onTheWay = [current]
  world.known.late = late
  // The office gave them their times, and some were moved once more.
  world.known.lateRevision = ['1', '1', '1', '2']
  world.known.lateMoment = [1, 2, 3, 4, 5, 6, 7].map((hours) =>
    new Date(now + hours * hour - 10 * minute).toISOString(),
  )
}
