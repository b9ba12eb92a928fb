import { and, eq, gt, inArray, isNotNull, isNull, max, or, sql, type SQL } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { normaliseEmail } from '../../lib/contact'
import { unpaid } from '../../lib/job-states'
import { customerByEmail } from '../customers'

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

/**
 * Whether one contact, address or network has as many unconfirmed bookings as it can have. Anyone can book in another
 * person's name, so only the network counts for someone who has proved that the email is theirs.
 */
export async function hasTooManyOpen(
  { store: { read }, settings, tokens }: Deps,
  booker: Booker,
): Promise<boolean> {
  const most = settings.publicAccess.mostOpen
  const open = await countOpen(read, booker)
  if (open.network >= most * networkFactor) return true
  if (open.email < most && open.address < most) return false
  const email = normaliseEmail(booker.email)
  return !((await isKnown(read, email)) || (await tokens.emailCodes.wasUsed(read, email)))
}

/** Whether someone at this email confirmed or paid for a booking, or we came to them. */
async function isKnown(db: Db, email: string): Promise<boolean> {
  const customer = await customerByEmail(db, email)
  if (!customer) return false
  const [proof] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.customerId, customer.id),
        or(isNotNull(jobs.confirmedAt), gt(jobs.paidCents, 0), eq(jobs.status, 'completed')),
      ),
    )
    .limit(1)
  return proof !== undefined
}

async function countOpen(db: Db, { email, address, requester }: Booker) {
  const [last] = await db.select({ seq: max(jobs.seq) }).from(jobs)
  const same = {
    email: sql`lower(${jobs.customerEmail}) = ${normaliseEmail(email)}`,
    address: sql`lower(trim(${jobs.address})) = ${address.trim().toLowerCase()}`,
    network: eq(jobs.requester, requester),
  }
  const [open] = await db
    .select({ email: counted(same.email), address: counted(same.address), network: counted(same.network) })
    .from(jobs)
    .where(
      and(
        inArray(jobs.status, ['pending', 'scheduled']),
        gt(jobs.seq, (last?.seq ?? 0) - newest),
        eq(jobs.source, 'public'),
        isNull(jobs.confirmedAt),
        inArray(jobs.paymentState, [...unpaid]),
        or(same.email, same.address, same.network),
      ),
    )
  return open ?? { email: 0, address: 0, network: 0 }
}

const counted = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`
