import { eq, inArray } from 'drizzle-orm'
import { jobs, workers } from '../../../db/schema'
import type { Deps } from '../../deps'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { markTakenSeen, unseenTaken } from '../jobs'
import type { TakenVisit } from './work-model'

/** Today's visits that a worker lost and hasn't seen yet. One that came back is on the list again. */
export async function readTaken(
  { store: { read } }: Deps,
  workerId: string,
  bounds: { from: number; to: number },
  listed: ReadonlySet<string>,
): Promise<TakenVisit[]> {
  const taken = new Map<string, Awaited<ReturnType<typeof unseenTaken>>[number]>()
  for (const row of await unseenTaken(read, workerId, bounds))
    if (!taken.has(row.jobId) && !listed.has(row.jobId)) taken.set(row.jobId, row)
  if (taken.size === 0) return []
  const { id, customerName, type, scheduledStart } = jobs
  const found = await read
    .select({ id, customerName, type, scheduledStart, worker: workers.name, workerId: jobs.workerId })
    .from(jobs)
    .leftJoin(workers, eq(workers.id, jobs.workerId))
    .where(inArray(jobs.id, [...taken.keys()]))
  return found
    .flatMap((job) => {
      const row = taken.get(job.id)
      return row ? [{ job, row }] : []
    })
    .toSorted((one, other) => one.row.start - other.row.start)
    .map(({ job, row }) => ({
      jobId: job.id,
      customerName: job.customerName,
      type: job.type,
      way: row.way,
      byCustomer: row.byCustomer,
      start: isoTime(row.start),
      end: isoTime(row.end),
      at: isoTime(row.at),
      to: row.way === 'reassigned' && job.workerId !== workerId ? job.worker : null,
      newStart: row.way === 'moved' ? isoTimeOrNull(job.scheduledStart) : null,
    }))
}

export async function seeTaken({ store, clock }: Deps, workerId: string, jobId: string): Promise<void> {
  await store.write((tx) => markTakenSeen(tx, workerId, jobId, clock.now()))
}
