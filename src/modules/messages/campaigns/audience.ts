import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { customers, jobs } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import { addressKey, optedOut } from '../../customers'
import type { CampaignInput } from '../model'
import type { Channel } from '../outbox'

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
    // The plus keeps SQLite from walking all completed jobs there ever were, once for each step.
    .innerJoin(jobs, and(eq(jobs.customerId, customers.id), sql`+${jobs.status} = 'completed'`))
    .where(
      and(
        gt(customers.id, sql.placeholder('from')),
        lte(customers.id, sql.placeholder('to')),
        isNull(customers.erasedAt),
        isNull(customers.mergedInto),
        sql`(${sql.placeholder('franchiseId')} IS NULL OR ${jobs.franchiseId} = ${sql.placeholder('franchiseId')})`,
      ),
    )
    .groupBy(customers.id)
    .orderBy(asc(customers.id)),
)

/** Customers of completed jobs, step by step in the order of their ids, beginning behind `from`. */
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

/** One message to one person, by one way. */
export interface Addressed {
  channel: Channel
  recipient: string
  /** One spelling per address, so that nobody gets it twice under two. */
  key: string
  person: Recipient
}

/** The messages of these customers, without those who asked for no more. */
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
