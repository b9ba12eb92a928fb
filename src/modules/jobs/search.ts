import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'

const bite = 2_000

/** What people write between the digits of a phone number. */
const betweenDigits = ['-', ' ', '\u00a0', '(', ')', '+', '.']
const phoneDigits = sql.raw(
  betweenDigits.reduce((text, sign) => `replace(${text}, '${sign}', '')`, 'customer_phone'),
)

const addToIndex = sql`
  INSERT INTO job_search (rowid, id, customer_name, customer_email, customer_phone, address)
  SELECT seq, id, customer_name, customer_email, ${phoneDigits}, address FROM jobs`

/**
 * Brings the search index up to the newest job. Bookings do not write it, searches do: a booking is
 * quick, and a search still finds what was booked a moment ago.
 */
export async function indexNewJobs({ store }: Deps): Promise<void> {
  for (;;) {
    const [state] = await store.read.all<{ indexed: number; newest: number }>(sql`
      SELECT coalesce((SELECT max(rowid) FROM job_search), 0) AS indexed,
        coalesce((SELECT max(seq) FROM jobs), 0) AS newest`)
    if (!state || state.indexed >= state.newest) return
    await store.write(async (tx) => {
      await tx.run(sql`${addToIndex}
        WHERE seq > (SELECT coalesce(max(rowid), 0) FROM job_search) ORDER BY seq LIMIT ${bite}`)
    })
  }
}

/** After somebody changed what a job is found by. */
export async function reindexJob(tx: Tx, seq: number): Promise<void> {
  await tx.run(sql`DELETE FROM job_search WHERE rowid = ${seq}`)
  await tx.run(sql`${addToIndex}
    WHERE seq = ${seq} AND seq <= (SELECT coalesce(max(rowid), 0) FROM job_search)`)
}

/**
 * Every word must occur, its last letters may be missing; nothing in it is an operator. What stands
 * together, as in an e-mail address, must stand together. Null when there is no word.
 */
export function searchTerms(text: string): string | null {
  // A number is found however it is written, since the index holds its digits alone.
  const isNumber = /^[\d\s()+.-]{7,}$/.test(text)
  const chunks = isNumber ? [text.replaceAll(/\D/g, '')] : text.split(/\s+/)
  const phrases = chunks.map((chunk) => (chunk.match(/[\p{L}\p{N}]+/gu) ?? []).join(' '))
  const terms = phrases.filter((phrase) => phrase !== '').map((phrase) => `"${phrase}"*`)
  return terms.length === 0 ? null : terms.join(' ')
}
