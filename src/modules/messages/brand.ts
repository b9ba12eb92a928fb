import { eq, sql } from 'drizzle-orm'
import { franchises, jobs } from '../../../db/schema'
import { prepared } from '../../../db/store'
import type { Deps } from '../../deps'
import { referenceOf } from '../../lib/reference'
import { canPayOnline, simulationNotice } from '../../providers/demo'
import type { Brand } from './templates/template'

const usualColour = '#1f6f54'

const findFranchise = prepared((db) =>
  db
    .select({
      name: franchises.name,
      colour: franchises.colour,
      phone: franchises.phone,
      email: franchises.email,
    })
    .from(franchises)
    .where(eq(franchises.id, sql.placeholder('id'))),
)

const findJob = prepared((db) =>
  db
    .select({ id: jobs.id, reference: jobs.reference })
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id'))),
)

/** The franchise's name and colour, or the company's own where none is known. */
export async function brandOf(
  deps: Pick<Deps, 'store' | 'config'>,
  { franchiseId, jobId }: { franchiseId: string | null; jobId: string | null },
): Promise<Brand> {
  const { read } = deps.store
  const franchise = franchiseId === null ? undefined : await findFranchise.get(read, { id: franchiseId })
  const job = jobId === null ? undefined : await findJob.get(read, { id: jobId })
  return {
    name: franchise?.name ?? deps.config.business.name,
    // It stands inside a style attribute, where escaping alone is no protection.
    colour: franchise && /^#[0-9a-f]{6}$/i.test(franchise.colour) ? franchise.colour : usualColour,
    phone: franchise?.phone ?? null,
    email: franchise?.email ?? null,
    site: deps.config.publicUrl,
    paysOnline: canPayOnline(deps.config),
    notice: simulationNotice(deps.config),
    reference: job ? referenceOf(job) : null,
  }
}
