import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'
import type { JobRow } from './present'

const byId = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

export function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  return byId.get(db, { id })
}

export async function requireJob(db: Db, id: string): Promise<JobRow> {
  const job = await findJob(db, id)
  if (!job) throw missing('Job')
  return job
}
