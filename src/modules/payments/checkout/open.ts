import { and, eq } from 'drizzle-orm'
import { checkoutSessions } from '../../../../db/schema'
import { newId, onlyRow, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { SingleFlight } from '../../../lib/background'
import { depositDue } from '../../../lib/booking-rules'
import { minute, second } from '../../../lib/clock'
import { conflict, Refusal } from '../../../lib/errors'
import { balanceDue, hasFallenThrough } from '../../../lib/job-states'
import { formatUsd } from '../../../lib/money'
import { paymentsNotSetUp } from '../../../providers/payments/none'
import { PaymentRefused } from '../../../providers/payments/refused'
import { customerByEmail } from '../../customers'
import { requireJob, type JobRow } from '../../jobs'
import { activeCard } from '../cards/rows'
import { checkClaim } from '../claims'
import { ownAddress, type CheckoutAnswer, type CheckoutInput, type Site } from '../model'
import { endSession, retireSession, liveSession, type SessionRow } from './sessions'

/** Another request may close the page meanwhile, for a new price or another return address. */
const rounds = 4

/** The API's request, or that of our own page, which can ask for the deposit instead of the whole balance. */
export interface CheckoutOrder extends CheckoutInput {
  deposit?: true
  /** The email address that the caller has proven to be theirs. Their saved card is offered to them alone. */
  proven?: string | null
}

/** Opens a page to pay exactly what is due for this job. Asking again returns the same page while it is open. */
export async function openCheckout(deps: Deps, input: CheckoutOrder): Promise<CheckoutAnswer> {
  const job = await requireJob(deps.store.read, input.jobId)
  if (deps.providers.payments.name === 'none') {
    assertPayable(job, input)
    returnAddress(input, deps.config)
    throw paymentsNotSetUp(true)
  }
  if (job.paymentState === 'unpaid' && job.status !== 'cancelled') await checkClaim(deps, job)
  const paymentsCustomerId = await payerOf(deps, job, input.proven ?? null)
  for (let round = 0; round < rounds; round++) {
    const now = deps.clock.now()
    const taken = await deps.store.write((tx) =>
      takeSession(tx, now, { ...input, paymentsCustomerId }, deps.config),
    )
    if ('stale' in taken) {
      await retireSession(deps, taken.stale)
      continue
    }
    const { sessionId, url } = taken.row.state === 'open' ? taken.row : await create(deps, taken.row)
    if (sessionId !== null && url !== null) return { url, sessionId }
  }
  throw conflict('Another checkout for this job was opened at the same moment. Try again.')
}

/** The processor's id of a proven customer with a saved card, if the job is theirs. */
async function payerOf({ store }: Deps, job: JobRow, proven: string | null): Promise<string | null> {
  const customer = proven === null ? undefined : await customerByEmail(store.read, proven)
  if (customer === undefined || customer.id !== job.customerId) return null
  return (await activeCard(store.read, customer.id))?.paymentsCustomerId ?? null
}

/** Returns the session without a page if another one replaced it meanwhile. */
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
      customerId: row.paymentsCustomerId,
      successUrl: row.returnUrl ?? `${publicUrl}/checkout/done`,
      cancelUrl: cancelAddress(row, publicUrl),
      transferGroup: row.jobId,
      key: row.id,
    })
  } catch (error) {
    // The processor repeats a refusal for the same key, so the next request needs a new session.
    if (error instanceof PaymentRefused) await endSession(deps, row.id, 'expired')
    throw error instanceof PaymentRefused && error.because === 'rejected' ? cannotPayNow(error) : error
  }
}

/** The page that a customer comes back to without paying knows it, and offers to try again. */
function cancelAddress({ id, returnUrl }: SessionRow, publicUrl: string): string {
  if (returnUrl === null) return `${publicUrl}/checkout/cancelled?session=${id}`
  const url = new URL(returnUrl)
  url.searchParams.set('checkout', 'left')
  return url.href
}

/** HQ hears the reason. The customer needs to know only that their card isn't the problem. */
const cannotPayNow = (cause: PaymentRefused): Refusal =>
  new Refusal(
    'upstream',
    'You can’t pay online right now because of a problem on our side. You weren’t charged. Try again later, or call the office to pay.',
    undefined,
    { cause },
  )

const returnAddress = ({ returnUrl }: CheckoutInput, site: Site): string | null =>
  returnUrl === undefined ? null : ownAddress(returnUrl, site)

/** Long enough for someone to find their card before the page closes. */
const leastTimeLeft = 5 * minute
/**
 * Someone who got the page this recently keeps it, even if another request has a different return address.
 */
const sameMoment = 10 * second

export type Taken = { row: SessionRow } | { stale: SessionRow }

/** Continues the job's open checkout if it matches the request, otherwise starts a new one. */
export async function takeSession(
  tx: Tx,
  now: number,
  input: CheckoutOrder & { paymentsCustomerId?: string | null },
  site: Site,
): Promise<Taken> {
  const job = await requireJob(tx, input.jobId)
  assertPayable(job, input)
  const deposit = input.deposit === true
  const returnUrl = returnAddress(input, site)
  const paymentsCustomerId = input.paymentsCustomerId ?? null
  const live = await liveSession(tx, job.id)
  if (live && !isOver(live, now)) {
    const isShared = live.returnUrl === returnUrl || now - live.createdAt < sameMoment
    const isSame =
      live.amountCents === input.amount &&
      live.deposit === deposit &&
      live.paymentsCustomerId === paymentsCustomerId
    return isSame && isShared ? { row: live } : { stale: live }
  }
  if (live)
    await tx
      .update(checkoutSessions)
      .set({ state: 'expired', updatedAt: now })
      .where(eq(checkoutSessions.id, live.id))
  const { customerName = null, customerEmail = null, jobDescription } = input
  const description = jobDescription ?? (deposit ? `Deposit: ${job.type}` : job.type)
  const rows = await tx
    .insert(checkoutSessions)
    .values({
      id: newId(),
      jobId: job.id,
      state: 'intended',
      amountCents: input.amount,
      deposit,
      returnUrl,
      paymentsCustomerId,
      order: { description, customerName, customerEmail },
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return { row: onlyRow(rows) }
}

const isOver = ({ expiresAt }: SessionRow, now: number): boolean =>
  expiresAt !== null && expiresAt <= now + leastTimeLeft

function assertPayable(job: JobRow, { amount, deposit }: CheckoutOrder): void {
  if (hasFallenThrough(job.status))
    throw conflict(
      job.status === 'cancelled'
        ? 'This booking was canceled'
        : 'This visit was missed, so there is nothing to pay',
    )
  const due = deposit ? depositDue(job) : balanceDue(job)
  if (balanceDue(job) === 0 && job.paidCents > 0) throw conflict('This job is already paid')
  if (job.totalCents <= 0) throw conflict("This job doesn't have a price yet")
  if (amount !== due) throw conflict(`The amount must be ${due} cents (${formatUsd(due)})`)
}
