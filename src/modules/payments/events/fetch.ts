import { eq } from 'drizzle-orm'
import { eventFetches } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { SingleFlight } from '../../../lib/background'
import { day, hour } from '../../../lib/clock'
import { keepEvent } from './queue'
import { isHandled } from './worker'

/** The first fetch goes back as far as the processor keeps retrying. */
const firstSpan = 3 * day
/** The processor forgets events after this time. */
const longestSpan = 30 * day
/** An event can be listed a little after it happened, so each fetch starts before the end of the last one. */
const overlap = hour
const source = 'processor'

/**
 * Fetches the events the processor couldn't deliver because we were down or didn't answer, and queues them
 * like delivered ones. A fetch that is interrupted starts again from the same point.
 */
export function fetchUndelivered(deps: Deps): Promise<void> {
  return deps.state.of(SingleFlight).run('fetching events', async () => {
    const now = deps.clock.now()
    const until = await fetchedUntil(deps.store.read)
    const since = until === null ? now - firstSpan : Math.max(until - overlap, now - longestSpan)
    for await (const page of deps.providers.payments.eventsSince(since, { undelivered: true })) {
      const events = page.filter(isHandled)
      if (events.length > 0)
        await deps.store.write(async (tx) => {
          for (const event of events)
            await keepEvent(tx, now, event, { source: 'reconciled', claimed: false })
        })
      if (deps.background.stopping) return
    }
    const mark = { source, fetchedUntil: now }
    await deps.store.write((tx) =>
      tx.insert(eventFetches).values(mark).onConflictDoUpdate({ target: eventFetches.source, set: mark }),
    )
  })
}

async function fetchedUntil(db: Db): Promise<number | null> {
  const [mark] = await db.select().from(eventFetches).where(eq(eventFetches.source, source)).limit(1)
  return mark?.fetchedUntil ?? null
}
