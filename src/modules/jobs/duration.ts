import { sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { serviceTypes } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { labelKey } from '../services/labels'

const byLabel = prepared((db) =>
  db
    .select()
    .from(serviceTypes)
    .where(sql`lower(${serviceTypes.label}) = ${sql.placeholder('label')}`)
    .limit(1),
)

export type ServiceType = typeof serviceTypes.$inferSelect

/** A job names its service by label; case does not matter. */
export const serviceOf = (db: Db, label: string): Promise<ServiceType | undefined> =>
  byLabel.get(db, { label: labelKey(label) })
