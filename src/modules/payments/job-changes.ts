import { isUnchanged, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { balanceDue, isUnpaid, hasFallenThrough } from '../../lib/job-states'
import { formatUsd, centsFromUnits, type Cents } from '../../lib/money'
import { amountsOf, giveBackPromo, grantPromo, promoDiscountOn, type Amounts } from '../catalog'
import {
  postDraftAt,
  postInvoicesSoon,
  isBilledBySchedule,
  insertDraft,
  isUnseenDraft,
  liveInvoice,
  invoiceToSend,
  followPrice,
  invoicePaidJob,
} from '../invoices'
import {
  moveJob,
  stepUndoMs,
  undoStep,
  priceDecided,
  releaseLowPrice,
  askForPrice,
  requireJob,
  presentJob,
  repricedMessages,
  changeJob,
  type Job,
  type Move,
  type JobRow,
  type Occasion,
} from '../jobs'
import { queueMessage, wakeSender } from '../messages'
import { raiseTodo, clearTodo } from '../office'
import { closeCheckoutSoon } from './checkout/sessions'
import type { RepriceInput } from './model'
import { showOnJob } from './rows'

/** Moves a job to its next status, and creates the invoice when that completes it. */
export async function moveJobOn(deps: Deps, id: string, move: Omit<Move, 'onCompleted'>): Promise<Job> {
  const at = deps.clock.now()
  const postAt = at + (move.workerId === undefined ? 0 : stepUndoMs)
  const job = await moveJob(deps, id, {
    ...move,
    onCompleted: (tx, completed) => invoiceFinishedJob(tx, at, completed, postAt),
  })
  if (job.status === 'completed') postInvoicesSoon(deps)
  if (job.status === 'no_show') closeCheckoutSoon(deps, id)
  return job
}

/** Takes back a technician's own last step. An invoice that it made stays a draft until the job is done again. */
export async function undoOwnStep(
  deps: Deps,
  id: string,
  undo: Omit<Parameters<typeof undoStep>[2], 'onReopened'>,
): Promise<Job> {
  const at = deps.clock.now()
  return undoStep(deps, id, {
    ...undo,
    onReopened: async (tx, job) => {
      const invoice = await liveInvoice(tx, job.id)
      if (invoice) await postDraftAt(tx, invoice.id, null)
      await clearTodo(tx, at, invoiceToSend, job.id)
    },
  })
}

/**
 * Creates the invoice of an unpaid job in the unit that completes it. Customers who booked online were told
 * to expect it, so theirs is sent automatically; HQ sends the others. Returns whether it is sent
 * automatically.
 */
export async function invoiceFinishedJob(
  tx: Tx,
  at: number,
  job: JobRow,
  sentAt: number = at,
): Promise<boolean> {
  if (!isUnpaid(job) || (await isBilledBySchedule(tx, job.templateId))) return false
  if (job.priceCents === 0 && job.templateId === null) await askForPrice(tx, at, job)
  if (balanceDue(job) === 0) return false
  const existing = await liveInvoice(tx, job.id)
  if (existing && !isUnseenDraft(existing)) return false
  const postAt = isPaidLater(job) ? sentAt : null
  if (!existing) await insertDraft(tx, job, { at, postAt })
  else if (postAt !== null) await postDraftAt(tx, existing.id, postAt)
  if (postAt === null) await askToSend(tx, at, job)
  return postAt !== null
}

/** The customer booked it without naming a payment. */
const isPaidLater = ({ source, paymentId }: JobRow): boolean => source === 'public' && paymentId === null

function askToSend(tx: Tx, at: number, job: JobRow): Promise<void> {
  return raiseTodo(tx, at, {
    kind: invoiceToSend,
    subject: job.id,
    title: `Send the invoice: ${formatUsd(balanceDue(job))} for ${job.type}`,
    detail: 'The job is done but not paid in full yet. The draft invoice is ready.',
    franchiseId: job.franchiseId,
  })
}

/** Changes the price of a job until it is paid or has ended. */
export async function repriceJob(deps: Deps, id: string, input: RepriceInput, actor: Actor): Promise<Job> {
  const at = deps.clock.now()
  const repriced = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (!isUnpaid(job)) throw conflict('This job is already paid. Refund the difference instead.')
    if (hasFallenThrough(job.status)) throw conflict('This job has ended')
    const priceCents = given(input.price) ?? job.priceCents
    const { promoCode, discountCents } = await discountFor(tx, job, input, priceCents, at)
    const amounts = amountsOf(
      priceCents,
      job.taxBasisPoints,
      discountCents,
      given(input.referralCredit) ?? job.referralCreditCents,
    )
    if (amounts.totalCents < job.paidCents)
      throw conflict(
        `The customer has already paid ${formatUsd(job.paidCents)}. Keep the total at least that high, and refund the difference.`,
      )
    const change = { ...amounts, promoCode, ...priceDecided }
    if (isUnchanged(job, change)) return job
    const changed = await changePrice(tx, job, change, { kind: 'repriced', actor, at })
    await releaseLowPrice(tx, at, job)
    if (input.tellCustomer && changed.job.totalCents !== job.totalCents)
      for (const message of repricedMessages(deps.settings, changed.job, changed.event, job.totalCents))
        await queueMessage(tx, at, message)
    return changed.job
  })
  closeCheckoutSoon(deps, id)
  postInvoicesSoon(deps)
  wakeSender(deps)
  return presentJob(repriced)
}

interface Priced extends Amounts {
  promoCode: string | null
  catalogPriceCents?: null
}

/** Gives a job other amounts, and its invoice with it. */
export async function changePrice(
  tx: Tx,
  job: JobRow,
  priced: Priced,
  occasion: Occasion,
  aside: { addOns?: string[] } = {},
): Promise<{ job: JobRow; event: number }> {
  const { at, actor } = occasion
  const changed = await changeJob(tx, job, priced, occasion, aside)
  const invoice = await followPrice(tx, changed.job, { at, actor })
  if (priced.priceCents > 0) await clearTodo(tx, at, 'job.no-price', job.id)
  if (job.status === 'completed' && !invoice) await invoiceFinishedJob(tx, at, changed.job)
  if (changed.job.paidCents === 0) return changed
  // The new total may be just what was paid.
  const shown = await showOnJob(tx, job.id, occasion)
  await invoicePaidJob(tx, at, shown)
  return { job: shown, event: changed.event }
}

const given = (units: number | undefined): Cents | undefined =>
  units === undefined ? undefined : (centsFromUnits(units) ?? undefined)

/**
 * A discount comes from a code or is set directly, never both, so a new one replaces the other. A code's
 * discount follows the price.
 */
async function discountFor(
  tx: Tx,
  job: JobRow,
  input: RepriceInput,
  priceCents: Cents,
  at: number,
): Promise<Pick<JobRow, 'promoCode' | 'discountCents'>> {
  const { promoCode, discountCents, franchiseId } = job
  if (input.promoCode === undefined && input.discount === undefined) {
    const isSame = promoCode === null || priceCents === job.priceCents
    const fresh = isSame ? null : await promoDiscountOn(tx, promoCode, priceCents)
    return { promoCode, discountCents: fresh ?? discountCents }
  }
  // The same code at the same price is neither returned nor counted again.
  const isSameCode = promoCode !== null && input.promoCode?.trim().toUpperCase() === promoCode
  if (isSameCode && input.discount === undefined && priceCents === job.priceCents)
    return { promoCode, discountCents }
  if (promoCode !== null) await giveBackPromo(tx, promoCode)
  if (!input.promoCode) return { promoCode: null, discountCents: given(input.discount) ?? 0 }
  const granted = await grantPromo(tx, at, { code: input.promoCode, franchiseId, priceCents })
  return { promoCode: granted.code, discountCents: granted.discountCents }
}
