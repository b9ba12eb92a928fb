import type { CancelAnswer } from '../../../../db/schema/payments'
import { actorOf, anonymous } from '../../../http/request'
import { normaliseEmail, normalisePhone } from '../../../lib/contact'
import { formatUsd, type Cents } from '../../../lib/money'
import type { JobRow } from '../../jobs'
import { usualWay, type Message } from '../../messages'
import { isSmallerMeanwhile, type RefundRow, type CancellationRow } from '../rows'

interface Settled {
  refund: Pick<RefundRow, 'state' | 'cents' | 'processorId' | 'refusal'> | null
  byHandCents: Cents
  feeCents: Cents
  /** Null when there was no card on file. */
  setupCancelled: boolean | null
  untied: boolean
}

/** The answer to this cancellation and to every repetition of it. */
export function phrase({ refund, byHandCents, feeCents, setupCancelled, untied }: Settled): CancelAnswer {
  const refundId = refund?.state === 'done' ? (refund.processorId ?? undefined) : undefined
  const sentences = ['Your booking is canceled.']
  if (refund) sentences.push(ofRefund(refund))
  if (byHandCents > 0)
    sentences.push(`Our office will return the ${formatUsd(byHandCents)} you didn't pay by card.`)
  if (feeCents > 0) sentences.push(`We kept a cancellation fee of ${formatUsd(feeCents)}.`)
  if (setupCancelled !== null) sentences.push(ofCard(setupCancelled))
  if (untied) sentences.push("We couldn't find a payment for it, so our office will look into it.")
  return {
    refunded: refundId !== undefined,
    ...(refundId === undefined ? {} : { refundId }),
    setupIntentCancelled: setupCancelled === true,
    message: sentences.join(' '),
  }
}

function ofRefund({ state, cents, refusal }: NonNullable<Settled['refund']>): string {
  if (state === 'done') return `We're refunding ${formatUsd(cents)}.`
  if (isSmallerMeanwhile(refusal)) return 'Your payment was already refunded.'
  return "We couldn't refund you automatically. Our office will take care of it."
}

const ofCard = (cancelled: boolean): string =>
  cancelled ? 'Your card is no longer on file.' : 'Our office will remove your card from our files.'

interface Way {
  channel: 'email' | 'sms'
  recipient: string
  isOwn: boolean
}

const publicActor = actorOf(anonymous)

/**
 * Goes to the address the caller gave and, if different, to the job's own contact. Public callers can be
 * anyone, so the message names the service only if it is in the catalog.
 */
export function notesOf(
  job: JobRow,
  cancellation: Pick<CancellationRow, 'tellCustomer' | 'email' | 'phone' | 'actor'>,
  {
    refundCents,
    byHandCents,
    feeCents,
    label,
  }: { refundCents: Cents | null; byHandCents: Cents; feeCents: Cents; label: string | null },
): Message[] {
  if (!cancellation.tellCustomer) return []
  const isPublic = cancellation.actor === publicActor
  return waysOf(job, cancellation).map(({ channel, recipient, isOwn }) => ({
    about: `job:${job.id}:cancelled:${channel}${isOwn ? '' : ':asked'}`,
    channel,
    recipient,
    template: 'cancelled',
    // Anyone can give any address, so an address that isn't the customer's doesn't learn their name.
    data: {
      name: isOwn ? job.customerName : '',
      type: isPublic ? label : job.type,
      refundCents,
      byHandCents,
      feeCents,
    },
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
  const own = usualWay(job)
  const isReached = asked.some(({ channel, isOwn }) => isOwn && channel === own?.channel)
  return own && !isReached ? [...asked, { ...own, isOwn: true }] : asked
}

function isSame(channel: Way['channel'], one: string, other: string | null): boolean {
  const normalise = channel === 'email' ? normaliseEmail : normalisePhone
  return other !== null && normalise(one) === normalise(other)
}
