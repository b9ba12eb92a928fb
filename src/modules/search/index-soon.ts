import { max } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import { indexSomeCustomers } from '../customers'
import { indexSomeJobs } from '../jobs'

/** More bookings than this since the last look are a rush. */
const rush = 200

/** How many jobs there were at the last look. */
class Pace {
  newest = 0
}

/**
 * Brings the search index up to date in quiet moments, so that the first search after an import or an upgrade
 * doesn't wait for it. In a rush, bookings go first.
 */
export function indexSoon(deps: Deps): void {
  deps.background.runSingle('search index', async () => {
    await deps.background.letRequestsPass()
    const [row] = await deps.store.read.select({ newest: max(jobs.seq) }).from(jobs)
    const newest = row?.newest ?? 0
    const pace = deps.state.of(Pace)
    const isRush = newest - pace.newest > rush
    pace.newest = newest
    if (isRush) return
    for (const indexSome of [indexSomeCustomers, indexSomeJobs])
      while (!deps.background.stopping) {
        const startedAt = performance.now()
        if (!(await indexSome(deps))) break
        await deps.background.restAfter(startedAt)
      }
  })
}
