import { and, count, eq, gt, inArray, lt } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { day } from '../../lib/clock'
import { raiseTask } from '../hq-tasks/raise'

interface Absence {
  from: number
  /** Null: for good. */
  to: number | null
  why: string
}

/** Visits stay where they are when their worker becomes absent; a person decides who takes them. */
export async function askAboutVisits(
  tx: Tx,
  now: number,
  worker: { id: string; name: string; franchiseId: string | null },
  { from, to, why }: Absence,
): Promise<void> {
  const [found] = await tx
    .select({ visits: count() })
    .from(jobs)
    .where(
      and(
        eq(jobs.workerId, worker.id),
        inArray(jobs.status, ['scheduled', 'en_route', 'in_progress']),
        // A visit lasts a day at the most, so the index need not be read from its beginning.
        gt(jobs.scheduledStart, from - day),
        gt(jobs.scheduledEnd, from),
        to === null ? undefined : lt(jobs.scheduledStart, to),
      ),
    )
  const visits = found?.visits ?? 0
  if (visits === 0) return
  await raiseTask(tx, now, {
    kind: 'worker.absent',
    subject: worker.id,
    title: `${worker.name} ${why} but has ${visits} ${visits === 1 ? 'visit' : 'visits'} ahead`,
    detail: 'Give them to somebody else or to another time.',
    franchiseId: worker.franchiseId,
  })
}
