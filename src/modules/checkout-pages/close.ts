import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { checkoutSessions } from '../../../db/schema'
import type { Deps } from '../../deps'
import { hour } from '../../lib/clock'
import { conflict } from '../../lib/errors'
import { describeError } from '../../lib/log'
import { flightsOf } from '../../lib/single-flight'
import { PaymentRefused } from '../../providers/payments/refused'
import { isStillLive, staleSessions, type SessionRow } from './rows'

const perRound = 200

/**
 * Makes sure that a checkout cannot be paid any more, so that a job never has two that can. One at a time:
 * a page that somebody else has just closed looks to the processor like one that was paid.
 */
export function retireSession(deps: Deps, row: SessionRow): Promise<void> {
  return flightsOf(deps.store).run(`retire ${row.id}`, async () => {
    const isOver = row.expiresAt !== null && row.expiresAt <= deps.clock.now()
    if (!isOver) await expire(deps, row)
    await endSession(deps, row.id, 'expired')
  })
}

async function expire(deps: Deps, { id, sessionId }: SessionRow): Promise<void> {
  if (sessionId === null || !(await isStillLive(deps.store.read, id))) return
  try {
    await deps.providers.payments.expireCheckout(sessionId, `expire:${id}`)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    if (await isStillLive(deps.store.read, id))
      throw conflict('A payment for this job is under way. Try again in a moment.')
  }
}

/**
 * After a job was cancelled, missed or repriced. Whoever still pays gets the money back, but is better not
 * asked for it. What fails here is found again by `closeStaleCheckouts`.
 */
export function closeCheckoutSoon(deps: Deps, jobId: string): void {
  deps.background.run('closing a checkout', async () => {
    await retireAll(deps, await staleSessions(deps.store.read, { jobId, limit: 1 }))
  })
}

export async function closeStaleCheckouts(deps: Deps): Promise<void> {
  await retireAll(deps, await staleSessions(deps.store.read, { limit: perRound }))
}

async function retireAll(deps: Deps, rows: readonly SessionRow[]): Promise<void> {
  for (const row of rows)
    await retireSession(deps, row).catch((error: unknown) => {
      deps.log.info('a checkout could not be closed', { job: row.jobId, ...describeError(error) })
    })
}

export async function endSession(
  { store, clock }: Deps,
  id: string,
  state: 'completed' | 'expired',
): Promise<void> {
  await store.write((tx) =>
    tx
      .update(checkoutSessions)
      .set({ state, order: null, updatedAt: clock.now() })
      .where(and(eq(checkoutSessions.id, id), inArray(checkoutSessions.state, ['intended', 'open']))),
  )
}

/** Checkouts whose making was cut off: nobody was given their page, so nobody can pay them. */
export async function abandonCheckouts({ store, clock }: Deps): Promise<void> {
  const now = clock.now()
  const [forgotten] = await store.read
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .where(and(sql`${checkoutSessions.state} = 'intended'`, lt(checkoutSessions.createdAt, now - hour)))
    .limit(1)
  if (!forgotten) return
  await store.write((tx) =>
    tx
      .update(checkoutSessions)
      .set({ state: 'expired', order: null, updatedAt: now })
      .where(and(sql`${checkoutSessions.state} = 'intended'`, lt(checkoutSessions.createdAt, now - hour))),
  )
}
