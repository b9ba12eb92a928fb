import { and, desc, eq, lt } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import { decodeCursor, encodeCursor } from '../../http/listing'
import { presentJob } from '../jobs/present'
import { plansOfCustomer } from '../plans/list'
import { customerByEmail } from './find'
import { AccountJob, type Account, type AccountQuery } from './model'
import { assertSameEmail } from './proven'

/** Everything a customer may see of herself, by the address she has proven to read. */
export async function readAccount(deps: Deps, proven: string, query: AccountQuery): Promise<Account> {
  assertSameEmail(proven, query.email)
  const customer = await customerByEmail(deps.store.read, proven)
  if (!customer) return { email: proven, name: null, jobs: [], nextCursor: null, plans: [] }
  const after = decodeCursor(query.cursor, ['number'])
  const rows = await deps.store.read
    .select()
    .from(jobs)
    .where(and(eq(jobs.customerId, customer.id), after ? lt(jobs.seq, Number(after[0])) : undefined))
    .orderBy(desc(jobs.seq))
    .limit(query.limit + 1)
  const shown = rows.slice(0, query.limit)
  return {
    email: proven,
    name: customer.name,
    jobs: shown.map((row) => AccountJob.parse(presentJob(row))),
    nextCursor: rows.length > query.limit ? encodeCursor([shown.at(-1)!.seq]) : null,
    plans: await plansOfCustomer(deps, customer.id),
  }
}
