import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { customers, jobs } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import { addressKey, optedOut } from '../../customers'
import type { CampaignInput } from '../model'
import type { Channel } from '../outbox'

/** Customers per step, few enough that nobody waits for it. */
const stepSize = 250

export type Selection = Required<Pick<CampaignInput, 'targetAudience'>> & { franchiseId: string | null }

export interface Recipient {
  id: string
  name: string
  email: string | null
  phone: string | null
  /** The franchise of the latest job, for the sender's name and time zone. */
  franchiseId: string | null
}

export interface Step {
  recipients: Recipient[]
  /** The last customer of this step; the next step starts after it. */
  reached: string
}

const endOfStep = prepared((db) =>
  db
    .select({ id: customers.id })
    .from(customers)
    .where(gt(customers.id, sql.placeholder('from')))
    .orderBy(asc(customers.id))
    .limit(1)
    .offset(stepSize - 1),
)
const lastCustomer = prepared((db) =>
  db
    .select({ id: customers.id })
    .from(customers)
    .where(gt(customers.id, sql.placeholder('from')))
    .orderBy(desc(customers.id))
    .limit(1),
)
const findRecipients = prepared((db) =>
  db
    .select({
      id: customers.id,
      name: customers.name,
      email: customers.email,
      phone: customers.phone,
      // SQLite takes the other columns from the row that has the maximum: the latest visit, and only where
      // there was none the latest billing.
      franchiseId: jobs.franchiseId,
      latest: sql<number>`max(${jobs.seq} - iif(${jobs.completedAt} IS NULL, 1000000000000, 0))`,
      completed: sql<number>`count(*)`,
    })
    .from(customers)
    // The plus keeps SQLite from scanning every completed job at each step.
    .innerJoin(jobs, and(eq(jobs.customerId, customers.id), sql`+${jobs.status} = 'completed'`))
    .where(
      and(
        gt(customers.id, sql.placeholder('from')),
        lte(customers.id, sql.placeholder('to')),
        isNull(customers.erasedAt),
        isNull(customers.mergedInto),
        sql`(${sql.placeholder('franchiseId')} IS NULL OR (${jobs.franchiseId} = ${sql.placeholder('franchiseId')} AND ${jobs.claimed} = 0))`,
      ),
    )
    .groupBy(customers.id)
    .orderBy(asc(customers.id)),
)

/** Customers of completed jobs, step by step in order of id, starting after `from`. */
export async function* walkAudience(db: Db, selection: Selection, from = ''): AsyncGenerator<Step> {
  for (let reached = from; ;) {
    const end =
      (await endOfStep.get(db, { from: reached })) ?? (await lastCustomer.get(db, { from: reached }))
    if (!end) return
    const { franchiseId, targetAudience } = selection
    const rows = await findRecipients.all(db, { from: reached, to: end.id, franchiseId })
    const recipients = rows
      .filter(({ completed }) => targetAudience === 'all' || (targetAudience === 'new') === (completed === 1))
      .map(({ id, name, email, phone, franchiseId }) => ({ id, name, email, phone, franchiseId }))
    yield { recipients, reached: end.id }
    reached = end.id
  }
}

/** One message to one person on one channel. */
export interface Addressed {
  channel: Channel
  recipient: string
  /** One spelling per address, so nobody gets it twice. */
  key: string
  person: Recipient
}

/** The messages for these customers, except those who opted out. */
export async function messagesTo(
  db: Db,
  type: CampaignInput['type'],
  people: Recipient[],
): Promise<Addressed[]> {
  const channels: Channel[] = type === 'both' ? ['email', 'sms'] : [type]
  const messages: Addressed[] = []
  for (const channel of channels) {
    const addressed = people.flatMap((person) => addressBy(channel, person))
    const out = await optedOut(
      db,
      channel,
      addressed.map(({ recipient }) => recipient),
      true,
    )
    messages.push(...addressed.filter(({ key }) => !out.has(key)))
  }
  return messages
}

function addressBy(channel: Channel, person: Recipient): Addressed[] {
  const recipient = channel === 'email' ? person.email : person.phone
  return recipient === null ? [] : [{ channel, recipient, key: addressKey(channel, recipient), person }]
}
