import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { customers, jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { CampaignInput } from './model'

/** Customers looked at in one step: little enough that nobody waits for it. */
const stepSize = 250

export type Selection = Required<Pick<CampaignInput, 'targetAudience'>> & { franchiseId: string | null }

export interface Recipient {
  id: string
  name: string
  email: string | null
  phone: string | null
  /** Of the latest job: in whose name, and in whose time zone. */
  franchiseId: string | null
}

export interface Step {
  recipients: Recipient[]
  /** The last customer of this step; the next one begins behind it. */
  reached: string
}

/** Customers of completed jobs, step by step in the order of their ids, beginning behind `from`. */
export async function* walkAudience(db: Db, selection: Selection, from = ''): AsyncGenerator<Step> {
  for (let reached = from; ;) {
    const last = await endOfStep(db, reached)
    if (last === null) return
    yield { recipients: await recipientsWithin(db, selection, reached, last), reached: last }
    reached = last
  }
}

async function endOfStep(db: Db, from: string): Promise<string | null> {
  const ids = await db
    .select({ id: customers.id })
    .from(customers)
    .where(gt(customers.id, from))
    .orderBy(asc(customers.id))
    .limit(stepSize)
  return ids.at(-1)?.id ?? null
}

async function recipientsWithin(
  db: Db,
  selection: Selection,
  from: string,
  to: string,
): Promise<Recipient[]> {
  const { franchiseId, targetAudience } = selection
  const count = sql`count(*)`
  const rows = await db
    .select({
      id: customers.id,
      name: customers.name,
      email: customers.email,
      phone: customers.phone,
      // SQLite takes the other columns from the row that has the maximum.
      franchiseId: jobs.franchiseId,
      latest: sql<number>`max(${jobs.seq})`,
    })
    .from(customers)
    .innerJoin(jobs, and(eq(jobs.customerId, customers.id), eq(jobs.status, 'completed')))
    .where(
      and(
        gt(customers.id, from),
        lte(customers.id, to),
        isNull(customers.erasedAt),
        isNull(customers.mergedInto),
        franchiseId === null ? undefined : eq(jobs.franchiseId, franchiseId),
      ),
    )
    .groupBy(customers.id)
    .having(
      targetAudience === 'all' ? sql`true` : targetAudience === 'new' ? sql`${count} = 1` : sql`${count} > 1`,
    )
    .orderBy(asc(customers.id))
  return rows.map(({ latest: _latest, ...recipient }) => recipient)
}
