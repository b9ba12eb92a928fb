import { sql } from 'drizzle-orm'
import { openPatiently } from './libsql'

/** One of several processes emptying a queue: claims until nothing is left, then prints what it got. */
const [url = '', name = ''] = process.argv.slice(2)
const store = await openPatiently({ url })

async function claimOne(): Promise<number | null> {
  const rows = await store.write((tx) =>
    tx.all<{ id: number }>(sql`
      UPDATE queue SET owner = ${name}, claims = claims + 1
      WHERE id = (SELECT id FROM queue WHERE owner IS NULL ORDER BY id LIMIT 1) RETURNING id`),
  )
  return rows[0]?.id ?? null
}

async function claimUntilEmpty(): Promise<number[]> {
  const claimed: number[] = []
  for (let id = await claimOne(); id !== null; id = await claimOne()) claimed.push(id)
  return claimed
}

const claimed = await Promise.all(Array.from({ length: 25 }, claimUntilEmpty))
await store.close()
console.log(JSON.stringify(claimed.flat()))
