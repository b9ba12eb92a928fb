import type { CancelAnswer } from '../../../../db/schema/payments'
import { actorOf, anonymous } from '../../../http/request'
import { normaliseEmail, normalisePhone } from '../../../lib/contact'
import { formatUsd, type Cents } from '../../../lib/money'
import { contactFor, type JobRow } from '../../jobs'
import type { Message } from '../../messages'
import { isSmallerMeanwhile, type RefundRow, type CancellationRow } from '../rows'

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

interface Way {
  channel: 'email' | 'sms'
  recipient: string
  isOwn: boolean
}

const publicActor = actorOf(anonymous)

/**
 * To where the caller asked for, and to the job's own contact where that is another. A public caller may be anyone, and
 * may have booked the job: the service is named only as the catalog has it.
 */
export function notesOf(
  job: JobRow,
  cancellation: Pick<CancellationRow, 'tellCustomer' | 'email' | 'phone' | 'actor'>,
  { refundCents, label }: { refundCents: Cents | null; label: string | null },
): Message[] {
  if (!cancellation.tellCustomer) return []
  const isPublic = cancellation.actor === publicActor
  return waysOf(job, cancellation).map(({ channel, recipient, isOwn }) => ({
    about: `job:${job.id}:cancelled:${channel}${isOwn ? '' : ':asked'}`,
    channel,
    recipient,
    template: 'cancelled',
    // Anybody may name any address: it learns no name that it did not have.
    data: { name: isOwn ? job.customerName : '', type: isPublic ? label : job.type, refundCents },
    franchiseId: job.franchiseId,
    jobId: job.id,
    ...(isPublic ? { publicly: isOwn ? ('own' as const) : ('elsewhere' as const) } : {}),
  }))
}

function waysOf(job: JobRow, { email, phone }: Pick<CancellationRow, 'email' | 'phone'>): Way[] {
  const asked: Way[] = []
  if (email)
    asked.push({ channel: 'email', recipient: email, isOwn: isSame('email', email, job.customerEmail) })
  if (phone) asked.push({ channel: 'sms', recipient: phone, isOwn: isSame('sms', phone, job.customerPhone) })
  const own = contactFor(job)
  const isReached = asked.some(({ channel, isOwn }) => isOwn && channel === own?.channel)
  return own && !isReached ? [...asked, { ...own, isOwn: true }] : asked
}

function isSame(channel: Way['channel'], one: string, other: string | null): boolean {
  const normalise = channel === 'email' ? normaliseEmail : normalisePhone
  return other !== null && normalise(one) === normalise(other)
}
