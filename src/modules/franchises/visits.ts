import { and, eq, gt, inArray } from 'drizzle-orm'
import { franchises, jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { day } from '../../lib/clock'
import { localDateAt } from '../../lib/local-days'
import { planned } from '../../lib/job-states'
import { clearTask, keepTask } from '../hq-tasks/raise'

type Franchise = Pick<typeof franchises.$inferSelect, 'id' | 'name' | 'active' | 'timeZone' | 'blackoutDates'>

/** Visits stay where they are when their franchise closes, for a day or for good; a person decides. */
export async function askAboutFranchise(tx: Tx, now: number, id: string): Promise<void> {
  const [franchise] = await tx.select().from(franchises).where(eq(franchises.id, id)).limit(1)
  const visits = franchise ? await visitsWhileClosed(tx, now, franchise) : 0
  if (!franchise || visits === 0) return clearTask(tx, now, 'franchise.closed', id)
  const ahead = `${visits} ${visits === 1 ? 'visit' : 'visits'}`
  await keepTask(tx, now, {
    kind: 'franchise.closed',
    subject: id,
    title: franchise.active
      ? `${franchise.name} has ${ahead} on days it is closed`
      : `${franchise.name} is no longer active but has ${ahead} ahead`,
    detail: 'Give them to somebody else or to another time.',
    franchiseId: id,
  })
}

async function visitsWhileClosed(tx: Tx, now: number, franchise: Franchise): Promise<number> {
  const { id, active, timeZone } = franchise
  const closed = new Set(franchise.blackoutDates)
  if (active && closed.size === 0) return 0
  const visits = await tx
    .select({ start: jobs.scheduledStart })
    .from(jobs)
    .where(
      and(
        // A visit lasts a day at the most, so the index need not be read from its beginning.
        gt(jobs.scheduledStart, now - day),
        gt(jobs.scheduledEnd, now),
        eq(jobs.franchiseId, id),
        inArray(jobs.status, planned),
      ),
    )
  return visits.filter(({ start }) => !active || closed.has(localDateAt(start!, timeZone))).length
}
