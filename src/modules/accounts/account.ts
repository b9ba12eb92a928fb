import { and, desc, eq, lt } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import { decodeCursor, encodeCursor } from '../../http/listing'
import { customerByEmail } from '../customers/find'
import { assertSameEmail } from '../customers/proven'
import { findFranchise } from '../franchises/area'
import { unitsFromCents } from '../../lib/money'
import { presentJob } from '../jobs/present'
import { plansOfCustomer } from '../plans/list'
import { refundableByJob } from '../refunds/refundable'
import { invoicesOfCustomer } from './invoices'
import { AccountJob, type Account, type AccountQuery } from './model'

/** Everything a customer may see of herself, by the address she has proven to read. */
export async function readAccount(deps: Deps, proven: string, query: AccountQuery): Promise<Account> {
  assertSameEmail(proven, query)
  const customer = await customerByEmail(deps.store.read, proven)
  if (!customer) return { email: proven, name: null, jobs: [], nextCursor: null, invoices: [], plans: [] }
  const after = decodeCursor(query.cursor, ['number'])
  const rows = await deps.store.read
    .select()
    .from(jobs)
    .where(and(eq(jobs.customerId, customer.id), after ? lt(jobs.seq, Number(after[0])) : undefined))
    .orderBy(desc(jobs.seq))
    .limit(query.limit + 1)
  const shown = rows.slice(0, query.limit)
  const refundable = await refundableByJob(
    deps.store.read,
    shown.map(({ id }) => id),
  )
  const zones = await timeZonesOf(
    deps,
    shown.map(({ franchiseId }) => franchiseId),
  )
  return {
    email: proven,
    name: customer.name,
    jobs: shown.map((row) =>
      AccountJob.parse({
        ...presentJob(row),
        refundable: unitsFromCents(refundable.get(row.id) ?? 0),
        timeZone: zones.get(row.franchiseId) ?? deps.config.business.timeZone,
      }),
    ),
    nextCursor: rows.length > query.limit ? encodeCursor([shown.at(-1)!.seq]) : null,
    invoices: await invoicesOfCustomer(deps, customer.id),
    plans: await plansOfCustomer(deps, customer.id),
  }
}

/** By franchise. A job of nobody, or of somebody unknown, is in the time zone of the business. */
async function timeZonesOf({ store }: Deps, ids: (string | null)[]): Promise<Map<string | null, string>> {
  const zones = new Map<string | null, string>()
  for (const id of new Set(ids)) {
    const franchise = id === null ? undefined : await findFranchise(store.read, id)
    if (franchise) zones.set(id, franchise.timeZone)
  }
  return zones
}
