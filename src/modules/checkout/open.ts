import { and, eq } from 'drizzle-orm'
import { checkoutSessions } from '../../../db/schema'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { flightsOf } from '../../lib/single-flight'
import { PaymentRefused } from '../../providers/payments/refused'
import { endSession, retireSession } from '../checkout-pages/close'
import type { SessionRow } from '../checkout-pages/rows'
import { requireJob } from '../jobs/find'
import { checkClaim } from '../payments/claims'
import type { CheckoutAnswer, CheckoutInput } from './model'
import { takeSession } from './take'

/** A page may be closed meanwhile: by a new price, or because it leads back to elsewhere. */
const rounds = 4

/** A page on which exactly this job's total can be paid. Asking again gives the same page while it is open. */
export async function openCheckout(deps: Deps, input: CheckoutInput): Promise<CheckoutAnswer> {
  const job = await requireJob(deps.store.read, input.jobId)
  if (job.paymentState === 'unpaid' && job.status !== 'cancelled') await checkClaim(deps, job)
  for (let round = 0; round < rounds; round++) {
    const now = deps.clock.now()
    const taken = await deps.store.write((tx) => takeSession(tx, now, input, deps.config))
    if ('stale' in taken) {
      await retireSession(deps, taken.stale)
      continue
    }
    const { sessionId, url } = taken.row.state === 'open' ? taken.row : await create(deps, taken.row)
    if (sessionId !== null && url !== null) return { url, sessionId }
  }
  throw conflict('Another checkout of this job was opened at the same moment. Try again.')
}

/** The session as it is afterwards; without a page when somebody has put another in its place meanwhile. */
function create(deps: Deps, row: SessionRow): Promise<SessionRow> {
  return flightsOf(deps.store).run(`checkout ${row.id}`, async () => {
    const made = await ask(deps, row)
    const [opened] = await deps.store.write((tx) =>
      tx
        .update(checkoutSessions)
        .set({
          state: 'open',
          sessionId: made.id,
          url: made.url,
          expiresAt: made.expiresAt,
          order: null,
          updatedAt: deps.clock.now(),
        })
        .where(and(eq(checkoutSessions.id, row.id), eq(checkoutSessions.state, 'intended')))
        .returning(),
    )
    if (opened) return opened
    const [current] = await deps.store.read
      .select()
      .from(checkoutSessions)
      .where(eq(checkoutSessions.id, row.id))
      .limit(1)
    return current?.state === 'open' ? current : { ...row, sessionId: null, url: null }
  })
}

async function ask(deps: Deps, row: SessionRow) {
  const { publicUrl } = deps.config
  try {
    return await deps.providers.payments.createCheckout({
      amountCents: row.amountCents,
      jobId: row.jobId,
      description: row.order?.description ?? 'Service',
      customerEmail: row.order?.customerEmail ?? null,
      customerName: row.order?.customerName ?? null,
      successUrl: row.returnUrl ?? `${publicUrl}/checkout/done`,
      cancelUrl: row.returnUrl ?? `${publicUrl}/checkout/cancelled`,
      transferGroup: row.jobId,
      key: row.id,
    })
  } catch (error) {
    // Its key gets the same refusal for ever; the next request starts anew.
    if (error instanceof PaymentRefused) await endSession(deps, row.id, 'expired')
    throw error
  }
}
