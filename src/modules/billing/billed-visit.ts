import { sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { billingSchedules } from '../../../db/schema'
import type { Db } from '../../../db/store'

/** A schedule names a template, or the plan that made it. One that is paused bills its visits later. */
const ofTemplate = prepared((db) =>
  db
    .select({ id: billingSchedules.id })
    .from(billingSchedules)
    .where(
      sql`${billingSchedules.status} <> 'ended' AND ${billingSchedules.recurringScheduleId} IN (
        SELECT ${sql.placeholder('templateId')}
        UNION ALL SELECT id FROM maintenance_plans WHERE template_id = ${sql.placeholder('templateId')})`,
    )
    .limit(1),
)

/** Whether a schedule bills the visits of this template, each by its own calendar. */
export async function isBilledBySchedule(db: Db, templateId: string | null): Promise<boolean> {
  return templateId !== null && (await ofTemplate.get(db, { templateId })) !== undefined
}
