import { desc, eq } from 'drizzle-orm'
import { jobTemplates, jobs } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import { datesFrom } from '../../../lib/calendar'
import { isoTime } from '../../../lib/clock'
import { missing } from '../../../lib/errors'
import { unitsFromCents } from '../../../lib/money'
import type { JobTemplate, JobTemplateWithDates } from './model'

export type JobTemplateRow = typeof jobTemplates.$inferSelect

const datesShown = 12

export async function requireJobTemplate(db: Db, id: string): Promise<JobTemplateRow> {
  const [row] = await db.select().from(jobTemplates).where(eq(jobTemplates.id, id)).limit(1)
  if (!row) throw missing('Job template')
  return row
}

/** The last date with a job. */
export async function lastPeriodOf(db: Db, id: string): Promise<string | null> {
  const [latest] = await db
    .select({ period: jobs.templatePeriod })
    .from(jobs)
    .where(eq(jobs.templateId, id))
    .orderBy(desc(jobs.templatePeriod))
    .limit(1)
  return latest?.period ?? null
}

/** No more jobs will be created from it. */
export const hasEnded = ({ endDate, nextDate }: Pick<JobTemplateRow, 'endDate' | 'nextDate'>): boolean =>
  endDate !== null && nextDate > endDate

export function stateOf(row: JobTemplateRow): JobTemplate['state'] {
  if (hasEnded(row)) return 'ended'
  return row.active ? 'active' : 'paused'
}

export function presentJobTemplate(row: JobTemplateRow): JobTemplate {
  const { priceCents, demo: _, claimed: _claimed, createdAt, updatedAt, ...rest } = row
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
