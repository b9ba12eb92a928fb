import { hasEnded } from '../../../lib/job-states'
import type { Job } from '../../../modules/jobs'
import type { Todo, TodoKind } from '../../../modules/office'
import { formatDate, formatMoment } from '../../client/format'
import { jobWords } from '../../components'

/** Where in the console the thing is that a task is about. */
export type TodoPlace = { job: string } | { tab: string; about: Record<string, string | null> }

type About = Pick<Todo, 'kind' | 'subject' | 'franchiseId' | 'jobId' | 'contact'>
type Find = (task: About) => TodoPlace | null

const toJob: Find = ({ subject }) => ({ job: subject })
const to =
  (tab: string, about: Record<string, string> = {}): Find =>
  ({ subject }) => ({ tab, about: { ...about, id: subject } })

const toPlan = to('recurring', { part: 'plans' })
const toTemplate = to('recurring', { part: 'templates' })
const toSchedule = to('recurring', { part: 'schedules' })

/** Tasks about money are about a payment or a refund, and name the job beside it. */
const toNamedJob: Find = ({ jobId }) => (jobId === null ? null : { job: jobId })

const toFranchise: Find = ({ franchiseId }) => ({ tab: 'franchises', about: { id: franchiseId } })

/** A campaign that goes wrong is one task about many messages. */
const toMessage =
  (state: string): Find =>
  ({ subject }) => {
    const about: Record<string, string> = subject.startsWith('campaign:') ? { state } : { id: subject }
    return { tab: 'messages', about }
  }

const toSender: Find = ({ contact }) =>
  contact === null ? null : { tab: 'customers', about: { q: contact } }

/** Written by hand: the words say what it is about. */
const nowhere: Find = () => null

const places: Record<TodoKind, Find> = {
  'job.low-price': toJob,
  'job.no-franchise': toJob,
  'job.no-price': toJob,
  'job.unknown-franchise': toJob,
  'job.unplaced': toJob,
  'job.no-show': toJob,
  'dispatch.no-skill': toJob,
  'dispatch.out-of-area': toJob,
  'dispatch.no-duration': toJob,
  'dispatch.closed-day': toJob,
  'dispatch.window-closing': toJob,
  'dispatch.waiting-too-long': toJob,
  'dispatch.awaiting-payment': toJob,
  'dispatch.not-placed-yet': toJob,
  'cancel.card-kept': toJob,
  'cancel.payment-unknown': toJob,
  'cancel.under-way': toJob,
  'payment.amount': toNamedJob,
  'payment.currency': toNamedJob,
  'payment.disputed': toNamedJob,
  'payment.disputed-rest': toNamedJob,
  'payment.held': toNamedJob,
  'payment.inquiry': toNamedJob,
  'payment.not-set-up': () => ({ tab: 'health', about: {} }),
  'payment.other-job': toNamedJob,
  'payment.twice': toNamedJob,
  'refund.refused': toNamedJob,
  'transfer.receivable': toFranchise,
  'transfer.refused': toFranchise,
  'transfer.reversed-by-hand': toFranchise,
  'invoice.no-contact': to('invoices'),
  'invoice.not-posted': to('invoices'),
  'invoice.to-send': toJob,
  'billing.charge-failed': to('invoices'),
  'billing.charge-open': toNamedJob,
  'billing.failed': toSchedule,
  'billing.left-out': toJob,
  'billing.no-card': toSchedule,
  'schedule.unknown-customer': toSchedule,
  'schedule.unknown-franchise': toSchedule,
  'template.failed': toTemplate,
  'template.skipped': toTemplate,
  'plan.ended': toPlan,
  'plan.price': toPlan,
  'worker.absent': to('workers'),
  'worker.hours': to('workers'),
  'worker.moved': to('workers'),
  'worker.unknown': () => ({ tab: 'workers', about: {} }),
  'franchise.closed': to('franchises'),
  'message.codes-used-up': () => ({ tab: 'messages', about: { channel: 'email' } }),
  'message.held': () => ({ tab: 'messages', about: { state: 'held' } }),
  'message.undelivered': toMessage('dead'),
  'sms.reply': toSender,
  'sms.unknown': toMessage('unknown'),
  'access.refused': () => ({ tab: 'health', about: { part: 'tokens' } }),
  'office.manual': nowhere,
}

export function placeOf(task: About): TodoPlace | null {
  // A newer service may know kinds that a page left open does not.
  const known: Record<string, Find | undefined> = places
  return known[task.kind]?.(task) ?? null
}

type DescribedJob = Pick<Job, 'customerName' | 'type' | 'status' | 'scheduledStart' | 'preferredDate'>

/** Whose job it is and how it stands: what became of it, else its visit, else what the customer wants. */
export function wordsOfJob(job: DescribedJob, timeZone: string): string {
  return [job.customerName, job.type, standing(job, timeZone)].filter(Boolean).join(' · ')
}

function standing({ status, scheduledStart, preferredDate }: DescribedJob, timeZone: string): string {
  if (hasEnded(status)) return jobWords[status] ?? status
  if (scheduledStart !== null) return formatMoment(scheduledStart, timeZone)
  return preferredDate === null ? '' : `wants ${formatDate(preferredDate)}`
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const sentence = new RegExp(`\\bJob ${id}\\.(?: |$)`, 'g')
const mention = new RegExp(`\\bJob ${id}\\b`, 'g')

/** Says nothing to anybody: the line leads to the job, and has its customer. */
export const withoutIds = (detail: string): string =>
  detail.replaceAll(sentence, '').replaceAll(mention, 'The job').trim()
