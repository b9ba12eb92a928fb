import { eq, sql } from 'drizzle-orm'
import { customers } from '../../../db/schema'
import { prepared, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Language } from '../../words/language'
import { openJobLink, type JobLinkPurpose } from '../../tokens/job-link'
import { findJob, type JobRow } from './rows'

const customerById = prepared((db) =>
  db
    .select({ language: customers.language })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id'))),
)

/** Null until they choose one. */
export async function languageOfCustomer(db: Db, id: string | null): Promise<Language | null> {
  return id === null ? null : ((await customerById.get(db, { id }))?.language ?? null)
}

export interface LinkedJob {
  job: JobRow
  hasExpired: boolean
  /** The customer's, if we know it. */
  language: Language | null
}

/** The job behind a link in one of our messages; null for a link we didn't make for this purpose. */
export async function jobOfLink(
  deps: Pick<Deps, 'store' | 'secrets' | 'clock'>,
  purpose: JobLinkPurpose,
  token: string,
): Promise<LinkedJob | null> {
  const link = openJobLink(deps, purpose, token)
  const job = link && (await findJob(deps.store.read, link.jobId))
  if (!job) return null
  const language = await languageOfCustomer(deps.store.read, job.customerId)
  return { job, hasExpired: link.hasExpired, language }
}
