import type { Tx } from '../../../db/store'
import type { Actor } from '../../lib/actor'
import { formatUsd } from '../../lib/money'
import { referenceOf } from '../../lib/reference'
import { changesOf, recordActivity } from '../office'
import type { OrderShown } from './following'
import type { JobRow } from './rows'
import type { SecondState } from './second'

type Audited = JobRow & SecondState & OrderShown

/** The fields worth showing in the activity log. None of them holds anything about the customer. */
const shown = [
  'status',
  'scheduledStart',
  'scheduledEnd',
  'workerId',
  'secondWorkerId',
  'technicians',
  'franchiseId',
  'priceCents',
  'discountCents',
  'referralCreditCents',
  'totalCents',
  'promoCode',
  'priority',
  'locked',
  'held',
  'comesAfter',
  'gapMinutes',
] as const satisfies (keyof Audited)[]

type Sentence = (name: string, before: JobRow, after: JobRow) => string

/** HQ's change in words, by the kind of the timeline's entry. */
const sentences: Record<string, Sentence> = {
  scheduled: (job) => `Scheduled ${job}`,
  rescheduled: (job, before, after) => {
    if (before.scheduledStart !== after.scheduledStart || before.scheduledEnd !== after.scheduledEnd)
      return `Rescheduled ${job}`
    return before.workerId === after.workerId ? `Changed the visit of ${job}` : `Reassigned ${job}`
  },
  confirmed: (job) => `Confirmed ${job}`,
  corrected: (job) => `Edited ${job}`,
  'price-accepted': (job, { priceCents, catalogPriceCents }) =>
    `Accepted ${formatUsd(priceCents)} instead of ${formatUsd(catalogPriceCents ?? 0)} for ${job}`,
  repriced: (job, { totalCents }, after) =>
    `Changed the total of ${job} from ${formatUsd(totalCents)} to ${formatUsd(after.totalCents)}`,
  pending: (job) => `Unscheduled ${job}`,
  undone: (job) => `Undid the last change of ${job}`,
  not_on_the_way: (job) => `Set ${job} back to scheduled`,
  en_route: (job) => `Marked ${job} as on the way`,
  in_progress: (job) => `Started ${job}`,
  completed: (job) => `Completed ${job}`,
  no_show: (job) => `Marked the customer of ${job} as not home`,
  cancelled: (job) => `Canceled ${job}`,
}

/** These follow from an entry of their own, which names the amount. */
const recordedElsewhere = new Set(['refund-decided'])

/** Writes HQ's changes of a job to the activity log; everyone else's are in its timeline only. */
export async function recordForHq(
  tx: Tx,
  before: Audited,
  after: Audited,
  { kind, actor, at }: { kind: string; actor: Actor; at: number },
): Promise<void> {
  if (typeof actor === 'string' || recordedElsewhere.has(kind)) return
  const sentence = sentences[kind] ?? ((job) => `Changed ${job}`)
  await recordActivity(tx, at, {
    type: `job.${kind.replaceAll('_', '-')}`,
    actor,
    summary: sentence(jobSubject(after).name, before, after),
    subject: jobSubject(after),
    franchiseId: after.franchiseId,
    changes: changesOf(before, after, shown),
  })
}

/** A job as the activity log names it. */
export const jobSubject = (job: Pick<JobRow, 'id' | 'reference'>) => ({
  kind: 'job' as const,
  id: job.id,
  name: `job ${referenceOf(job)}`,
})
