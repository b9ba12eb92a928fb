import { brokenConstraint, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { minute } from '../../../lib/clock'
import { conflict, missing, Refusal } from '../../../lib/errors'
import { centsFromUnits, formatUsd, unitsFromCents, type Cents } from '../../../lib/money'
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
import { presentRefund, refundableCents } from './preview'
import { carryOutRefund, intendRefund } from './refund'

const repeatedWithin = 10 * minute

export interface RefundOrder extends Omit<RefundInput, 'tellCustomer'> {
  tellCustomer?: boolean
  actor: string
  /** Stands for the request's Idempotency-Key, so that twins are one refund. */
  requestKey: string | null
}

/**
 * A refund headquarters asks for, in part or in whole. Throws while the processor's answer is open; asking
 * again goes on with the same refund.
 */
export async function orderRefund(deps: Deps, jobId: string, order: RefundOrder): Promise<RefundAnswer> {
  const intended = await intend(deps, jobId, order)
  const refund = await carryOutRefund(deps, intended.id)
  takeBackSoon(deps)
  if (refund.state === 'refused')
    throw new Refusal('conflict', `The processor refused the refund: ${refund.refusal}`)
  wakeSender(deps)
  const refunds = await refundsOfJob(deps.store.read, jobId)
  const payment = (await paymentsOfJob(deps.store.read, jobId)).find(({ id }) => id === refund.paymentId)
  return {
    refund: presentRefund(refund),
    refundable: unitsFromCents(payment ? refundableCents(payment, refunds) : 0),
  }
}

async function intend(deps: Deps, jobId: string, order: RefundOrder): Promise<RefundRow> {
  try {
    return await deps.store.write((tx) => intendOnce(tx, deps.clock.now(), jobId, order))
  } catch (error) {
    if (brokenConstraint(error) === 'truckroll:over-refund')
      throw conflict('More than what is left of the payment')
    throw error
  }
}

async function intendOnce(tx: Tx, at: number, jobId: string, order: RefundOrder): Promise<RefundRow> {
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
  if (cents <= 0) throw conflict('Nothing is left to refund')
  if (cents > left) throw conflict(`Only ${formatUsd(left)} is left to refund`)
  const { actor, reason = null, tellCustomer } = order
  const wish = { cents, cause: 'hq' as const, actor, at, reason, tellCustomer }
  const row = await intendRefund(tx, payment, id === undefined ? wish : { ...wish, id })
  if (!row) throw conflict('The payment is being refunded')
  return row
}

/**
 * Without a key, the same amount again soon, or the rest where nothing is left, is taken for the same request:
 * its first answer may have got lost, and the processor's event may have told the end of it meanwhile.
 */
function isRepeatedBy(refund: RefundRow, { amount }: RefundOrder, cents: Cents, at: number): boolean {
  if (refund.cause !== 'hq' || refund.state === 'refused') return false
  const isRecent = at - refund.createdAt < repeatedWithin
  if (amount === undefined) return cents === 0 && (isRecent || refund.state === 'intended')
  return refund.cents === cents && isRecent
}

/** The one named, else the one that paid the job. */
async function paymentOf(tx: Tx, jobId: string, paymentId: string | undefined): Promise<PaymentRow> {
  const payments = await paymentsOfJob(tx, jobId)
  const wanted = payments.find(({ id, pays }) => (paymentId === undefined ? pays : id === paymentId))
  if (!wanted && paymentId !== undefined) throw missing('Payment')
  if (!wanted || wanted.capturedCents === 0) throw conflict('Nothing was paid for this job')
  return wanted
}

function sameAs(earlier: RefundRow, { amount }: RefundOrder): RefundRow {
  if (amount === undefined || centsFromUnits(amount) === earlier.cents) return earlier
  throw conflict('This Idempotency-Key was used for a different request. Use a new key.')
}
