import { sql } from 'drizzle-orm'
import type { Check } from '../check'

/** Each state is spelled out, so that its small index answers and the many done events are not looked at. */
export const webhookQueue: Check = async ({ store }) => {
  const [row] = await store.read.all<{ depth: number; dead: number }>(sql`
    SELECT (SELECT count(*) FROM webhook_events WHERE state = 'queued')
      + (SELECT count(*) FROM webhook_events WHERE state = 'processing') AS depth,
      (SELECT count(*) FROM webhook_events WHERE state = 'dead') AS dead`)
  const { depth = 0, dead = 0 } = row ?? {}
  return { status: dead > 0 ? 'degraded' : 'up', depth, dead }
}
