import { desc, eq } from 'drizzle-orm'
import { jobEvents, workers } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { timeZoneOf } from '../franchises/time-zones'
import { dayOf, timeOf } from '../messages/templates/words'
import type { JobRow } from './present'

/** Refuses what was decided by a job as it is not any more. Whoever does not say what they saw takes it as it is. */
export async function assertAsSeen(
  tx: Tx,
  config: Deps['config'],
  job: JobRow,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === job.revision || (await wasOnlyPlaced(tx, job, seen))) return
  throw conflict(`The job was changed in the meantime: ${await standing(tx, config, job)}`)
}

/** Every change has a line in the timeline. A new job is found on the map by itself, and nobody need look again. */
async function wasOnlyPlaced(tx: Tx, { id, revision }: JobRow, seen: number): Promise<boolean> {
  if (seen > revision) return false
  const since = await tx
    .select({ kind: jobEvents.kind, after: jobEvents.after })
    .from(jobEvents)
    .where(eq(jobEvents.jobId, id))
    .orderBy(desc(jobEvents.id))
    .limit(revision - seen)
  return since.every(
    ({ kind, after }) => (kind === 'placed' || kind === 'not-placed') && !('franchiseId' in after),
  )
}

async function standing(tx: Tx, config: Deps['config'], job: JobRow): Promise<string> {
  if (job.scheduledStart === null) return 'it waits for a time'
  const zone = await timeZoneOf(tx, config, job.franchiseId)
  const when = `${dayOf(job.scheduledStart, zone)} at ${timeOf(job.scheduledStart, zone)}`
  if (job.workerId === null) return `it is on ${when}, and nobody has it yet`
  const [worker] = await tx
    .select({ name: workers.name })
    .from(workers)
    .where(eq(workers.id, job.workerId))
    .limit(1)
  return `${worker?.name ?? 'somebody'} has it on ${when}`
}
