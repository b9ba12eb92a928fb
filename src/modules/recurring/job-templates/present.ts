import { desc, eq } from 'drizzle-orm'
import { jobTemplates, jobs } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import { datesFrom, firstDateFrom, type Recurrence } from '../../../lib/calendar'
import { isoTime } from '../../../lib/clock'
import { unitsFromCents } from '../../../lib/money'
import type { JobTemplate, JobTemplateWithDates } from './model'

export type JobTemplateRow = typeof jobTemplates.$inferSelect

const datesShown = 12

/** Nothing will come of it any more. */
export const hasEnded = ({ endDate, nextDate }: Pick<JobTemplateRow, 'endDate' | 'nextDate'>): boolean =>
  endDate !== null && nextDate > endDate

export function stateOf(row: JobTemplateRow): JobTemplate['state'] {
  if (hasEnded(row)) return 'ended'
  return row.active ? 'active' : 'paused'
}

export function presentJobTemplate(row: JobTemplateRow): JobTemplate {
  const { priceCents, demo: _, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    price: unitsFromCents(priceCents),
    state: stateOf(row),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}

export function withDates(row: JobTemplateRow): JobTemplateWithDates {
  const upcoming = stateOf(row) === 'active' ? datesFrom(row, row.nextDate, datesShown) : []
  return { ...presentJobTemplate(row), upcoming }
}

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
