import { or, sql, type SQL } from 'drizzle-orm'
import { holdsText, isAnyOf, likeText } from '../../../db/conditions'
import { campaigns, customers, jobs, outbox } from '../../../db/schema'
import { messageTopics } from '../../lib/message-topics'
import { readReference } from '../../lib/reference'
import { searchMatcher, searchWords } from '../../lib/search-words'

/**
 * Whether a search finds a message: by the customer or the recipient's address, by its kind as the console
 * names it, or by the words that somebody typed. Automatic messages are rendered when they are sent, so their
 * text isn't stored.
 */
export function isFound(text: string): SQL | undefined {
  const matches = searchMatcher(text)
  const kinds = Object.keys(messageTopics).filter((kind) => matches(messageTopics[kind] ?? '') !== null)
  const ids = sql.join([aboutJobs(text), toPeople(text), toAddress(text), typed(text)], sql` UNION ALL `)
  return or(kinds.length === 0 ? undefined : isAnyOf(outbox.template, kinds), sql`${outbox.id} IN (${ids})`)
}

const people = (text: string): SQL =>
  sql`(SELECT id FROM customer_search WHERE customer_search MATCH ${searchWords(text) ?? '""'})`

const aboutJobs = (text: string): SQL => sql`
  SELECT about.id FROM ${outbox} AS about WHERE about.job_id IN (
    SELECT ${jobs.id} FROM ${jobs} WHERE ${jobs.customerId} IN ${people(text)}
    UNION ALL SELECT ${jobs.id} FROM ${jobs} WHERE ${jobs.reference} = ${readReference(text) ?? ''})`

/** A US number is stored with or without its country code, here and there. */
const toPeople = (text: string): SQL => sql`
  SELECT sent.id FROM ${outbox} AS sent WHERE sent.job_id IS NULL AND sent.recipient IN (
    SELECT value FROM ${customers}, json_each(json_array(${customers.email}, ${customers.phone},
      ltrim(${customers.phone}, '+1'), '1' || ltrim(${customers.phone}, '+1'), '+1' || ltrim(${customers.phone}, '+1')))
    WHERE ${customers.id} IN ${people(text)})`

/** The start of an address that no customer has. */
function toAddress(text: string): SQL {
  const start = text.trim().toLowerCase()
  return sql`SELECT plain.id FROM ${outbox} AS plain WHERE plain.job_id IS NULL
    AND plain.recipient >= ${start} AND plain.recipient < ${`${start}\u{10ffff}`}`
}

const typed = (text: string): SQL => sql`
  SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.template} = 'reply' AND ${outbox.template} <> 'booked'
    AND (${outbox.data} ->> 'text' || ' ' || coalesce(${outbox.data} ->> 'subject', ''))
      LIKE ${`%${likeText(text)}%`} ESCAPE '\\'
  UNION ALL
  SELECT ${outbox.id} FROM ${outbox} WHERE ${outbox.campaignId} IN (SELECT ${campaigns.id} FROM ${campaigns}
    WHERE ${holdsText(campaigns.subject, text)} OR ${holdsText(campaigns.template, text)})`
