import { count, eq, sql } from 'drizzle-orm'
import { franchises, jobs, outbox } from '../../../db/schema'
import { prepared, type Tx } from '../../../db/store'
import { day, isoTime } from '../../lib/clock'
import { isInCountries } from '../../lib/phone-country'
import { addressKey } from '../customers'
import { raiseTodo } from '../office'

/** The recipient of a message, and its cause. */
export interface Addressed {
  channel: 'email' | 'sms'
  recipient: string
  franchiseId?: string | null
  jobId?: string | null
  /** Set if anyone can cause it without signing in, to the job's own address or another. Such messages are limited. */
  publicly?: 'own' | 'elsewhere'
  /** True if HQ chose this address, so nothing holds it back. */
  byHq?: true
}

/** How many messages anyone can make us send within 24 hours: to an address that a job doesn't have, and to any address at all. */
const most = { elsewhere: 3, address: 10 }

const reasons = {
  elsewhere: `Only ${most.elsewhere} messages a day can go to an address that isn't the job's own`,
  address: `Only ${most.address} messages a day can go to one address when nobody is signed in`,
  country: "This number isn't in a country the franchise texts",
}
const titles = {
  elsewhere: "We held messages to an address that isn't the job's own",
  address: 'We held messages to an address that got too many',
  country: "We held texts to a country you don't text",
}
const steps = {
  elsewhere:
    'Someone keeps canceling with the same address. Open the outbox to send the messages, or leave them unsent.',
  address:
    'Someone keeps booking or canceling with the same address. Open the outbox to send the messages, or leave them unsent.',
  country: 'Add the country to the franchise if you serve customers there, then send them from the outbox.',
}
export type HoldReason = keyof typeof reasons

const countPublic = prepared((db) =>
  db
    .select({ all: count(), elsewhere: sql<number>`total(${outbox.elsewhere})` })
    .from(outbox)
    .where(
      sql`${outbox.publicKey} = ${sql.placeholder('key')} AND ${outbox.state} <> 'held'
        AND ${outbox.createdAt} > ${sql.placeholder('since')}`,
    ),
)

/** The reason a message waits for HQ, or null. Counted in the unit that queues it, so twins can't slip through. */
export async function reasonToHold(tx: Tx, now: number, message: Addressed): Promise<HoldReason | null> {
  if (message.byHq) return null
  if (message.channel === 'sms' && (await isForeign(tx, message))) return 'country'
  if (message.publicly === undefined) return null
  const sent = await countPublic.get(tx, { key: publicKeyOf(message), since: now - day })
  if (message.publicly === 'elsewhere' && (sent?.elsewhere ?? 0) >= most.elsewhere) return 'elsewhere'
  return (sent?.all ?? 0) >= most.address ? 'address' : null
}

/** The reason kept in the row of a held message. */
export const wordsOfHold = (reason: HoldReason): string => reasons[reason]

/** One to-do per day and reason, however many messages there are. */
export async function tellOfHold(tx: Tx, now: number, reason: HoldReason): Promise<void> {
  await raiseTodo(tx, now, {
    kind: 'message.held',
    subject: `${reason}:${isoTime(now).slice(0, 10)}`,
    title: titles[reason],
    detail: steps[reason],
  })
}

/** The address in one spelling, because tags and dots reach the same mailbox. */
export function publicKeyOf({ channel, recipient }: Pick<Addressed, 'channel' | 'recipient'>): string {
  const key = addressKey(channel, recipient)
  if (channel === 'sms') return key
  const at = key.lastIndexOf('@')
  const mailbox = key.slice(0, at).replace(/(?<=.)\+.*/, '')
  const domain = key.slice(at + 1)
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${mailbox.replaceAll('.', '')}@gmail.com`
    : `${mailbox}@${domain}`
}

/** Only numbers from strangers are judged; HQ knows its customers. */
async function isForeign(tx: Tx, message: Addressed): Promise<boolean> {
  const { jobId, franchiseId = null, publicly } = message
  if (publicly === undefined && !(jobId && (await isBookedPublicly(tx, jobId)))) return false
  return !isInCountries(message.recipient, await countriesOf(tx, franchiseId))
}

async function isBookedPublicly(tx: Tx, jobId: string): Promise<boolean> {
  const [job] = await tx.select({ source: jobs.source }).from(jobs).where(eq(jobs.id, jobId)).limit(1)
  return job?.source === 'public'
}

const usualCountries = ['US']

async function countriesOf(tx: Tx, franchiseId: string | null): Promise<string[]> {
  if (franchiseId === null) return usualCountries
  const [franchise] = await tx
    .select({ countries: franchises.textCountries })
    .from(franchises)
    .where(eq(franchises.id, franchiseId))
    .limit(1)
  return franchise?.countries ?? usualCountries
}
