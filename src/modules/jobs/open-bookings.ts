import { and, eq, gt, inArray, isNull, max, or, sql } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { normaliseEmail } from '../../lib/contact'
import { unpaid } from '../../lib/job-states'

/** Everyone shares a network with others, so it can have this many times as many. */
const networkFactor = 4
/** Older bookings are confirmed, done or lapsed, and reading all of them would take long. */
const newest = 5_000

interface Booker {
  email: string
  address: string
  /** A hash of their network. */
  requester: string
}

/** Whether one contact, address or network has as many unconfirmed bookings as it can have. */
export async function hasTooManyOpen(db: Db, booker: Booker, most: number): Promise<boolean> {
  const [last] = await db.select({ seq: max(jobs.seq) }).from(jobs)
  const email = normaliseEmail(booker.email)
  const address = booker.address.trim().toLowerCase()
  const rows = await db
    .select({ email: jobs.customerEmail, address: jobs.address, requester: jobs.requester })
    .from(jobs)
    .where(
      and(
        inArray(jobs.status, ['pending', 'scheduled']),
        gt(jobs.seq, (last?.seq ?? 0) - newest),
        eq(jobs.source, 'public'),
        isNull(jobs.confirmedAt),
        inArray(jobs.paymentState, [...unpaid]),
        or(
          sql`lower(${jobs.customerEmail}) = ${email}`,
          sql`lower(trim(${jobs.address})) = ${address}`,
          eq(jobs.requester, booker.requester),
        ),
      ),
    )
    .limit(most * (2 + networkFactor))
  const count = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length
  return (
    count((row) => row.email !== null && normaliseEmail(row.email) === email) >= most ||
    count((row) => row.address.trim().toLowerCase() === address) >= most ||
    count((row) => row.requester === booker.requester) >= most * networkFactor
  )
}
