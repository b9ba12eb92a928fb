import { hasEnded } from '../../../lib/job-states'
import type { Job } from '../../../modules/jobs'
import type { Todo, TodoKind } from '../../../modules/office'
import { formatPast } from '../../client/format'
import { jobWords } from '../../components'
import { passedText, preferredText } from '../shared/preferred'
import { zoneMark } from '../shared/zone-mark'
import type { Directory } from '../shell/directory'

/** The part of the console a to-do is about. */
export type TodoPlace = { job: string } | { tab: string; about: Record<string, string | null> }

type About = Pick<Todo, 'kind' | 'subject' | 'franchiseId' | 'jobId' | 'contact'>
type Find = (todo: About) => TodoPlace | null

const toJob: Find = ({ subject }) => ({ job: subject })
const to =
  (tab: string, about: Record<string, string> = {}): Find =>
  ({ subject }) => ({ tab, about: { ...about, id: subject } })

const toPlan = to('recurring', { part: 'plans' })
const toTemplate = to('recurring', { part: 'templates' })
const toSchedule = to('recurring', { part: 'schedules' })

/** To-dos about money have a payment or refund as their subject and name the job separately. */
const toNamedJob: Find = ({ jobId }) => (jobId === null ? null : { job: jobId })

const toFranchise: Find = ({ franchiseId }) => ({ tab: 'franchises', about: { id: franchiseId } })

/** A failed campaign is one to-do about many messages. */
const toMessage =
  (state: string): Find =>
  ({ subject }) => {
    const about: Record<string, string> = subject.startsWith('campaign:') ? { state } : { id: subject }
    return { tab: 'messages', about }
  }

/** A customer's text opens their conversation; a stranger's number is searched for. */
const toSender: Find = ({ subject, contact }) => {
  const [, id] = subject.split('customer:')
  if (id !== undefined) return toCustomers({ id, part: 'messages' })
  return contact === null ? null : toCustomers({ q: contact })
}

const toCustomers = (about: Record<string, string>): TodoPlace => ({ tab: 'customers', about })

/** An address of a technician or a franchise has no customer, so the messages that failed are shown. */
const toReachable: Find = (todo) =>
  todo.subject.startsWith('address:') ? { tab: 'messages', about: { state: 'dead' } } : to('customers')(todo)

/** Written by a person, so its text says what it is about. */
const nowhere: Find = () => null

const places: Record<TodoKind, Find> = {
  'job.low-price': toJob,
  'job.no-franchise': toJob,
  'job.no-price': toJob,
  'job.unknown-franchise': toJob,
  'job.unplaced': toJob,
  'job.claimed-customer': toJob,
  'job.no-show': toJob,
  'job.first-canceled': toJob,
  'job.second-missing': toJob,
  'dispatch.no-skill': toJob,
  'dispatch.out-of-area': toJob,
  'dispatch.no-duration': toJob,
  'dispatch.closed-day': toJob,
  'dispatch.window-closing': toJob,
  'dispatch.waiting-too-long': toJob,
  'dispatch.awaiting-payment': toJob,
  'dispatch.not-placed-yet': toJob,
  'dispatch.waits-for-job': toJob,
  'card.removed': to('customers'),
  'cancel.card-kept': toJob,
  'cancel.payment-unknown': toJob,
  'cancel.under-way': toJob,
  'job.moved': toJob,
  'job.unconfirmed': toJob,
  'job.low-rating': toJob,
  'payment.amount': toNamedJob,
  'payment.currency': toNamedJob,
  'payment.disputed': toNamedJob,
  'payment.disputed-rest': toNamedJob,
  'payment.held': toNamedJob,
  'payment.not-recorded': toNamedJob,
  'payment.inquiry': toNamedJob,
  'payment.not-set-up': () => ({ tab: 'health', about: {} }),
  'payment.other-job': toNamedJob,
  'payment.rejected': () => ({ tab: 'health', about: {} }),
  'payment.twice': toNamedJob,
  'refund.failed': toNamedJob,
  'refund.give-back': toNamedJob,
  'refund.refused': toNamedJob,
  'transfer.receivable': toFranchise,
  'transfer.refused': toFranchise,
  'transfer.reversed-by-hand': toFranchise,
  'invoice.no-contact': to('invoices'),
  'invoice.no-font': () => ({ tab: 'invoices', about: {} }),
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
  'board.better-plan': ({ subject }) => ({ tab: 'dispatch', about: { better: subject } }),
  'worker.absent': to('workers'),
  'worker.hours': to('workers'),
  'worker.late': ({ subject }) => ({ tab: 'dispatch', about: { cover: subject } }),
  'worker.moved': to('workers'),
  'worker.unknown': () => ({ tab: 'workers', about: {} }),
  'franchise.closed': to('franchises'),
  'message.codes-used-up': () => ({ tab: 'messages', about: { channel: 'email' } }),
  'message.held': () => ({ tab: 'messages', about: { state: 'held' } }),
  'message.undelivered': toMessage('dead'),
  'sms.reply': toSender,
  'sms.unknown': toMessage('unknown'),
  'customer.email-bounces': toReachable,
  'customer.phone-unreachable': toReachable,
  'webhook.disabled': to('connections', { part: 'webhooks' }),
  'access.refused': () => ({ tab: 'health', about: { part: 'tokens' } }),
  'office.manual': nowhere,
}

export function placeOf(todo: About): TodoPlace | null {
  // A service updated while this page was open may send kinds the page doesn't know.
  const known: Record<string, Find | undefined> = places
  return known[todo.kind]?.(todo) ?? null
}

type DescribedJob = Pick<
  Job,
  'customerName' | 'type' | 'status' | 'scheduledStart' | 'preferredDate' | 'franchiseId'
>
type Zones = Pick<Directory, 'zoneOf' | 'ownZone'>

/** The customer, unless the title names them, the service, and the job's outcome, visit or preferred date. */
export function describeJob(job: DescribedJob, title: string, zones: Zones): string {
  const name = title.includes(job.customerName) ? '' : job.customerName
  return [name, job.type, ...progressOf(job, zones)].filter(Boolean).join(' · ')
}

function progressOf(
  { status, scheduledStart, preferredDate, franchiseId }: DescribedJob,
  zones: Zones,
): (string | null)[] {
  const zone = zones.zoneOf(franchiseId)
  if (hasEnded(status)) return [jobWords[status] ?? status]
  if (scheduledStart !== null) return [formatPast(scheduledStart, zone) + zoneMark(zones, franchiseId)]
  if (preferredDate === null) return []
  return [lowered(preferredText(preferredDate, zone)), lowered(passedText(preferredDate, zone))]
}

const lowered = (text: string | null): string => (text ?? '').replace(/^P/, 'p')

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const sentence = new RegExp(`\\bJob ${id}\\.(?: |$)`, 'g')
const mention = new RegExp(`\\bJob ${id}\\b`, 'g')

/** Removes job ids, because the to-do already links to the job and names its customer. */
export const withoutIds = (detail: string): string =>
  detail.replaceAll(sentence, '').replaceAll(mention, 'The job').trim()
