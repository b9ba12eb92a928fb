import { normaliseEmail, normalisePhone } from '../../lib/contact'
import type { Cents } from '../../lib/money'
import type { JobRow } from '../jobs/present'
import { wayTo } from '../jobs/tell'
import type { Message } from '../messages/queue'
import type { CancellationRow } from './rows'

interface Way {
  channel: 'email' | 'sms'
  recipient: string
  isOwn: boolean
}

/** To where the caller asked for, and to the job's own contact where that is another. */
export function notesOf(
  job: JobRow,
  cancellation: Pick<CancellationRow, 'tellCustomer' | 'email' | 'phone'>,
  refundCents: Cents | null,
): Message[] {
  if (!cancellation.tellCustomer) return []
  return waysOf(job, cancellation).map(({ channel, recipient, isOwn }) => ({
    about: `job:${job.id}:cancelled:${channel}${isOwn ? '' : ':asked'}`,
    channel,
    recipient,
    template: 'cancelled',
    // Anybody may name any address: it learns no name that it did not have.
    data: { name: isOwn ? job.customerName : '', type: job.type, refundCents },
    franchiseId: job.franchiseId,
    jobId: job.id,
  }))
}

function waysOf(job: JobRow, { email, phone }: Pick<CancellationRow, 'email' | 'phone'>): Way[] {
  const asked: Way[] = []
  if (email)
    asked.push({ channel: 'email', recipient: email, isOwn: isSame('email', email, job.customerEmail) })
  if (phone) asked.push({ channel: 'sms', recipient: phone, isOwn: isSame('sms', phone, job.customerPhone) })
  const own = wayTo(job)
  const isReached = asked.some(({ channel, isOwn }) => isOwn && channel === own?.channel)
  return own && !isReached ? [...asked, { ...own, isOwn: true }] : asked
}

function isSame(channel: Way['channel'], one: string, other: string | null): boolean {
  const normalise = channel === 'email' ? normaliseEmail : normalisePhone
  return other !== null && normalise(one) === normalise(other)
}
