import { isUnchanged, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { isUnpaid, hasFallenThrough } from '../../lib/job-states'
import { formatUsd, centsFromUnits, type Cents } from '../../lib/money'
import { amountsOf, giveBackPromo, grantPromo, promoDiscountOn } from '../catalog'
import {
  postDraftAt,
  postInvoicesSoon,
  isBilledBySchedule,
  insertDraft,
  isUnseenDraft,
  liveInvoice,
  invoiceToSend,
  followPrice,
} from '../invoices'
import {
  moveJob,
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
} from '../jobs'
import { queueMessage, wakeSender } from '../messages'
import { raiseTodo, clearTodo } from '../office'
import { closeCheckoutSoon } from './checkout/sessions'
import type { RepriceInput } from './model'

/** Moves a job on in its life, and has it invoiced where that finishes it. */
export async function moveJobOn(deps: Deps, id: string, move: Omit<Move, 'onCompleted'>): Promise<Job> {
  const at = deps.clock.now()
  const job = await moveJob(deps, id, {
    ...move,
    onCompleted: (tx, completed) => invoiceFinishedJob(tx, at, completed),
  })
  if (job.status === 'completed') postInvoicesSoon(deps)
  if (job.status === 'no_show') closeCheckoutSoon(deps, id)
  return job
}

/**
 * A job is finished and still to be paid: its invoice is made in the unit that finishes it. Who booked for
 * herself was told to pay with it, so it goes out by itself; the others are headquarters' to send.
 * Gives whether it goes out by itself.
 */
export async function invoiceFinishedJob(tx: Tx, at: number, job: JobRow): Promise<boolean> {
  if (!isUnpaid(job) || (await isBilledBySchedule(tx, job.templateId))) return false
  if (job.priceCents === 0 && job.templateId === null) await askForPrice(tx, at, job)
  if (job.totalCents === 0) return false
  const existing = await liveInvoice(tx, job.id)
  if (existing && !isUnseenDraft(existing)) return false
  const postAt = isPaidLater(job) ? at : null
  if (!existing) await insertDraft(tx, job, { at, postAt })
  else if (postAt !== null) await postDraftAt(tx, existing.id, postAt)
  if (postAt === null) await askToSend(tx, at, job)
  return postAt !== null
}

/** Booked by the customer, who names no payment of her own for it. */
const isPaidLater = ({ source, paymentId }: JobRow): boolean => source === 'public' && paymentId === null

function askToSend(tx: Tx, at: number, job: JobRow): Promise<void> {
  return raiseTodo(tx, at, {
    kind: invoiceToSend,
    subject: job.id,
    title: 'A job is done and not paid: send its invoice',
    detail: `${job.type}: ${formatUsd(job.totalCents)}. The draft is made.`,
    franchiseId: job.franchiseId,
  })
}

/** Changes what a job costs, until it is paid or over. */
export async function repriceJob(deps: Deps, id: string, input: RepriceInput, actor: string): Promise<Job> {
  const at = deps.clock.now()
  const repriced = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (!isUnpaid(job)) throw conflict('The job is paid; refund instead of repricing')
    if (hasFallenThrough(job.status)) throw conflict('The job is over')
    const priceCents = given(input.price) ?? job.priceCents
    const { promoCode, discountCents } = await discountFor(tx, job, input, priceCents, at)
    const amounts = amountsOf(
      priceCents,
      job.taxBasisPoints,
      discountCents,
      given(input.referralCredit) ?? job.referralCreditCents,
    )
    const change = { ...amounts, promoCode, ...priceDecided }
    if (isUnchanged(job, change)) return job
    const changed = await changeJob(tx, job, change, { kind: 'repriced', actor, at })
    const invoice = await followPrice(tx, changed.job, { at, actor })
    if (priceCents > 0) await clearTodo(tx, at, 'job.no-price', id)
    await releaseLowPrice(tx, at, job, actor, `changed to ${formatUsd(priceCents)}`)
    if (job.status === 'completed' && !invoice) await invoiceFinishedJob(tx, at, changed.job)
    if (input.tellCustomer && changed.job.totalCents !== job.totalCents)
      for (const message of repricedMessages(changed.job, changed.event, job.totalCents))
        await queueMessage(tx, at, message)
    return changed.job
  })
  closeCheckoutSoon(deps, id)
  postInvoicesSoon(deps)
  wakeSender(deps)
  return presentJob(repriced)
}

const given = (units: number | undefined): Cents | undefined =>
  units === undefined ? undefined : (centsFromUnits(units) ?? undefined)

/** By a code or by hand, never both: what is given takes the other's place. A code goes with the price. */
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
  // The code it has already, at the same price, is neither given back nor counted again.
  const isSameCode = promoCode !== null && input.promoCode?.trim().toUpperCase() === promoCode
  if (isSameCode && input.discount === undefined && priceCents === job.priceCents)
    return { promoCode, discountCents }
  if (promoCode !== null) await giveBackPromo(tx, promoCode)
  if (!input.promoCode) return { promoCode: null, discountCents: given(input.discount) ?? 0 }
  const granted = await grantPromo(tx, at, { code: input.promoCode, franchiseId, priceCents })
  return { promoCode: granted.code, discountCents: granted.discountCents }
}
