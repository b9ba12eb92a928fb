import { brokenConstraint, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { minute } from '../../../lib/clock'
import { conflict, missing } from '../../../lib/errors'
import { centsFromUnits, formatUsd, unitsFromCents, type Cents } from '../../../lib/money'
import { isRefusedBecause, PaymentRefused } from '../../../providers/payments/refused'
import { requireJob } from '../../jobs'
import { wakeSender } from '../../messages'
import { takeBackSoon } from '../../payouts'
import type { RefundAnswer, RefundInput } from '../model'
import {
  paymentsOfJob,
  findRefund,
  refundsOfJob,
  refundsOfPayment,
  type PaymentRow,
  type RefundRow,
} from '../rows'
import { presentRefund } from '../outbound'
import { refundableCents } from './preview'
import { givenBack } from './given'
import { recordRefundPaid } from './record'
import { carryOutRefund, intendRefund } from './refund'

const repeatedWithin = 10 * minute

export interface RefundOrder extends Omit<RefundInput, 'tellCustomer'> {
  tellCustomer?: boolean
  actor: Actor
  /** Derived from the request's Idempotency-Key, so repeated requests make one refund. */
  requestKey: string | null
}

/**
 * Makes a full or partial refund for HQ. Throws until the processor has answered; asking again continues with
 * the same refund.
 */
export async function orderRefund(deps: Deps, jobId: string, order: RefundOrder): Promise<RefundAnswer> {
  const intended = await intend(deps, jobId, order)
  const refund = await carryOutRefund(deps, intended.id)
  takeBackSoon(deps)
  if (refund.state === 'refused') throw conflict(`The refund failed. ${reasonOf(refund.refusal)}.`)
  wakeSender(deps)
  const refunds = await refundsOfJob(deps.store.read, jobId)
  const payment = (await paymentsOfJob(deps.store.read, jobId)).find(({ id }) => id === refund.paymentId)
  return {
    refund: presentRefund(refund),
    refundable: unitsFromCents(payment ? refundableCents(payment, refunds) : 0),
  }
}

/** The processor's reason in words; rows store it as a code. */
const reasonOf = (refusal: string | null): string =>
  new PaymentRefused(refusal !== null && isRefusedBecause(refusal) ? refusal : 'not-possible').message

async function intend(deps: Deps, jobId: string, order: RefundOrder): Promise<RefundRow> {
  try {
    return await deps.store.write((tx) => intendOnce(tx, deps, jobId, order))
  } catch (error) {
    if (brokenConstraint(error) === 'truckroll:over-refund')
      throw conflict("That's more than is left of the payment")
    throw error
  }
}

async function intendOnce(
  tx: Tx,
  { clock, settings }: Deps,
  jobId: string,
  order: RefundOrder,
): Promise<RefundRow> {
  const at = clock.now()
  await requireJob(tx, jobId)
  const id = order.requestKey === null ? undefined : `hq:${order.requestKey}`
  const earlier = id === undefined ? undefined : await findRefund(tx, id)
  if (earlier) return sameAs(earlier, order)
  const payment = await paymentOf(tx, jobId, order.paymentId)
  const refunds = await refundsOfPayment(tx, payment.id)
  const left = refundableCents(payment, refunds)
  const cents = order.amount === undefined ? left : (centsFromUnits(order.amount) ?? 0)
  const repeated =
    id === undefined ? refunds.findLast((refund) => isRepeatedBy(refund, order, cents, at)) : undefined
  if (repeated) return repeated
  if (cents <= 0) throw conflict("There's nothing left to refund")
  if (cents > left) throw conflict(`Only ${formatUsd(left)} is left to refund`)
  const { actor, reason = null, method, tellCustomer } = order
  if (method !== undefined && payment.method === 'card')
    throw conflict('A card payment is refunded to the card. Leave out the method.')
  const wish = { cents, cause: 'hq' as const, actor, at, reason, method, tellCustomer }
  const row = await intendRefund(tx, payment, id === undefined ? wish : { ...wish, id })
  if (!row) throw conflict('This payment is already being refunded')
  // The processor has nothing to do with it: HQ says that it was given back.
  if (row.method !== null) await recordRefundPaid(tx, at, row.id, givenBack(row.id), settings)
  return row
}

/**
 * Without a key, the same amount again soon, or the rest when nothing is left, counts as the same request:
 * its first answer may have been lost while the refund went through.
 */
function isRepeatedBy(refund: RefundRow, { amount }: RefundOrder, cents: Cents, at: number): boolean {
  if (refund.cause !== 'hq' || refund.state === 'refused') return false
  const isRecent = at - refund.createdAt < repeatedWithin
  if (amount === undefined) return cents === 0 && (isRecent || refund.state === 'intended')
  return refund.cents === cents && isRecent
}

/** The payment named in the request, otherwise the only one that counts. */
async function paymentOf(tx: Tx, jobId: string, paymentId: string | undefined): Promise<PaymentRow> {
  const payments = await paymentsOfJob(tx, jobId)
  const counted = payments.filter(({ pays }) => pays)
  if (paymentId === undefined && counted.length > 1)
    throw conflict('This job has several payments. Choose the one to refund.')
  const wanted = paymentId === undefined ? counted[0] : payments.find(({ id }) => id === paymentId)
  if (!wanted && paymentId !== undefined) throw missing('Payment')
  if (!wanted || wanted.capturedCents === 0) throw conflict('Nothing was paid for this job')
  if (wanted.undoneAt !== null) throw conflict('This payment was undone, so nothing is left to refund')
  return wanted
}

function sameAs(earlier: RefundRow, { amount }: RefundOrder): RefundRow {
  if (amount === undefined || centsFromUnits(amount) === earlier.cents) return earlier
  throw conflict('This Idempotency-Key was used for a different request. Use a new key.')
}
