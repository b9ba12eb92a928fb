import type { CancelAnswer } from '../../../db/schema/cancellations'
import { formatUsd } from '../../lib/money'
import { isSmallerMeanwhile, type RefundRow } from '../refunds/rows'

interface Settled {
  refund: Pick<RefundRow, 'state' | 'cents' | 'processorId' | 'refusal'> | null
  /** Null when there was no card on file. */
  setupCancelled: boolean | null
  untied: boolean
}

/** What the caller is told, now and whenever the job is cancelled again. */
export function phrase({ refund, setupCancelled, untied }: Settled): CancelAnswer {
  const refundId = refund?.state === 'done' ? (refund.processorId ?? undefined) : undefined
  const sentences = ['Your booking is cancelled.']
  if (refund) sentences.push(ofRefund(refund))
  if (setupCancelled !== null) sentences.push(ofCard(setupCancelled))
  if (untied) sentences.push('We could not find a payment for it; our office will look into it.')
  return {
    refunded: refundId !== undefined,
    ...(refundId === undefined ? {} : { refundId }),
    setupIntentCancelled: setupCancelled === true,
    message: sentences.join(' '),
  }
}

function ofRefund({ state, cents, refusal }: NonNullable<Settled['refund']>): string {
  if (state === 'done') return `${formatUsd(cents)} will be refunded to you.`
  if (isSmallerMeanwhile(refusal)) return 'What you paid had been refunded before.'
  return 'The refund could not be made automatically; our office will take care of it.'
}

const ofCard = (cancelled: boolean): string =>
  cancelled ? 'Your card is no longer on file.' : 'Our office will take your card off file.'
