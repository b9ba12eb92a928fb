import { sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { activity } from '../../../db/schema'
import type { Tx } from '../../../db/store'

export interface ActivityEntry {
  type: string
  actor: string
  /** For people to read; no name, address or number of a customer. */
  summary: string
  metadata?: Record<string, unknown> | null
}

const insertActivity = prepared((db) =>
  db.insert(activity).values({
    type: sql.placeholder('type'),
    actor: sql.placeholder('actor'),
    summary: sql.placeholder('summary'),
    metadata: sql.placeholder('metadata'),
    at: sql.placeholder('at'),
  }),
)

export async function recordActivity(tx: Tx, at: number, entry: ActivityEntry): Promise<void> {
  await insertActivity.run(tx, { metadata: null, ...entry, at })
}
