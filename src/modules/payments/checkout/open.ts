import { and, eq } from 'drizzle-orm'
import { checkoutSessions } from '../../../../db/schema'
import { newId, onlyRow, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { SingleFlight } from '../../../lib/background'
import { minute, second } from '../../../lib/clock'
import { conflict } from '../../../lib/errors'
import { hasFallenThrough, isUnpaid } from '../../../lib/job-states'
import { formatUsd } from '../../../lib/money'
import { paymentsNotSetUp } from '../../../providers/payments/none'
import { PaymentRefused } from '../../../providers/payments/refused'
import { requireJob, type JobRow } from '../../jobs'
import { checkClaim } from '../claims'
import { ownAddress, type CheckoutAnswer, type CheckoutInput, type Site } from '../model'
import { endSession, retireSession, liveSession, type SessionRow } from './sessions'

/** A page may be closed meanwhile: by a new price, or because it leads back to elsewhere. */
const rounds = 4

/** A page on which exactly this job's total can be paid. Asking again gives the same page while it is open. */
export async function openCheckout(deps: Deps, input: CheckoutInput): Promise<CheckoutAnswer> {
  const job = await requireJob(deps.store.read, input.jobId)
  if (deps.providers.payments.name === 'none') {
    assertPayable(job, input.amount)
    returnAddress(input, deps.config)
    throw paymentsNotSetUp(true)
  }
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
  return deps.state.of(SingleFlight).run(`checkout ${row.id}`, async () => {
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

const returnAddress = ({ returnUrl }: CheckoutInput, site: Site): string | null =>
  returnUrl === undefined ? null : ownAddress(returnUrl, site)

/** A page about to close is of no use to somebody who has yet to find the card. */
const leastTimeLeft = 5 * minute
/** Within it a page is not taken from whoever was just given it, wherever the other one comes from. */
const sameMoment = 10 * second

export type Taken = { row: SessionRow } | { stale: SessionRow }

/** The job's checkout to go on with: the live one if it asks for the same, else a new one. */
export async function takeSession(tx: Tx, now: number, input: CheckoutInput, site: Site): Promise<Taken> {
  const job = await requireJob(tx, input.jobId)
  assertPayable(job, input.amount)
  const returnUrl = returnAddress(input, site)
  const live = await liveSession(tx, job.id)
  if (live && !isOver(live, now)) {
    const isShared = live.returnUrl === returnUrl || now - live.createdAt < sameMoment
    return live.amountCents === input.amount && isShared ? { row: live } : { stale: live }
  }
  if (live)
    await tx
      .update(checkoutSessions)
      .set({ state: 'expired', updatedAt: now })
      .where(eq(checkoutSessions.id, live.id))
  const { customerName = null, customerEmail = null, jobDescription: description = job.type } = input
  const rows = await tx
    .insert(checkoutSessions)
    .values({
      id: newId(),
      jobId: job.id,
      state: 'intended',
      amountCents: input.amount,
      returnUrl,
      order: { description, customerName, customerEmail },
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return { row: onlyRow(rows) }
}

const isOver = ({ expiresAt }: SessionRow, now: number): boolean =>
  expiresAt !== null && expiresAt <= now + leastTimeLeft

function assertPayable(job: JobRow, amount: number): void {
  if (hasFallenThrough(job.status))
    throw conflict(job.status === 'cancelled' ? 'The job is cancelled' : 'The job is over: nobody was there')
  if (!isUnpaid(job)) throw conflict('The job has been paid')
  if (job.totalCents <= 0) throw conflict('The job has no price')
  if (amount !== job.totalCents)
    throw conflict(`The amount must be ${job.totalCents} cents (${formatUsd(job.totalCents)})`)
}
