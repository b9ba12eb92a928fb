import { serviceTypes } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { ServiceType } from '../jobs/duration'
import { labelKey } from '../services/labels'

/** Every service by its label, whose case does not matter. */
export async function readServices(db: Db): Promise<(label: string) => ServiceType | undefined> {
  const rows = await db.select().from(serviceTypes)
  const byLabel = new Map(rows.map((row) => [labelKey(row.label), row]))
  return (label) => byLabel.get(labelKey(label))
}
