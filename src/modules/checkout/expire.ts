import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { checkoutSessions } from '../../../db/schema'
import type { Deps } from '../../deps'
import { hour } from '../../lib/clock'
import { conflict } from '../../lib/errors'
import { describeError } from '../../lib/log'
import { PaymentRefused } from '../../providers/payments/refused'
import { liveSession, type SessionRow } from './take'

/** Makes sure that a checkout cannot be paid any more, so that a job never has two that can. */
export async function retireSession(deps: Deps, row: SessionRow): Promise<void> {
  if (row.sessionId !== null)
    try {
      await deps.providers.payments.expireCheckout(row.sessionId, `expire:${row.id}`)
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      throw conflict('A payment for this job is under way. Try again in a moment.')
    }
  await endSession(deps, row.id, 'expired')
}

/** After a job was cancelled. Whoever still pays gets the money back, but is better not asked for it. */
export function closeCheckoutSoon(deps: Deps, jobId: string): void {
  deps.background.run('closing a checkout', async () => {
    const live = await liveSession(deps.store.read, jobId)
    if (live)
      await retireSession(deps, live).catch((error: unknown) => {
        deps.log.info('a checkout could not be closed', { job: jobId, ...describeError(error) })
      })
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
