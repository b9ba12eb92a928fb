import { desc, eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { firstDateFrom, type Recurrence } from '../../lib/recurrence'

/** The date to go on from: neither in the past nor one that a job was made for already. */
export async function dateToGoOnFrom(
  tx: Tx,
  id: string,
  recurrence: Recurrence,
  today: string,
): Promise<string> {
  const [latest] = await tx
    .select({ period: jobs.templatePeriod })
    .from(jobs)
    .where(eq(jobs.templateId, id))
    .orderBy(desc(jobs.templatePeriod))
    .limit(1)
  const period = latest?.period ?? null
  return firstDateFrom(recurrence, period !== null && period >= today ? dayAfter(period) : today)
}

const dayAfter = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
