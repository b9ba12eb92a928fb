import { Dice } from '../../db/demo/jobs'
import { localDateAt } from '../lib/calendar'
import { day, hour, minute } from '../lib/clock'
import type { Cents } from '../lib/money'
import { initialsOf } from '../modules/invoices'

/** A demo job that was invoiced or paid. */
export interface EarningJob {
  id: string
  status: string
  createdAt: number
  completedAt: number | null
  totalCents: Cents
  franchise: { id: string; name: string; timeZone: string }
}

interface Moment {
  /** The id of the record this step creates, ordered by time like every other id. */
  id: string
  at: number
  job: EarningJob
}

export type InvoiceStep = Moment & { kind: 'invoice'; number: string }
export type PaymentStep = Moment & { kind: 'payment'; isInvoiced: boolean }
export type RefundStep = Moment & { kind: 'refund'; payment: PaymentStep; cents: Cents; reason: string }
export type Step = InvoiceStep | PaymentStep | RefundStep

const overdueAfter = 21 * day

/** Each franchise refunds one payment: where it is in the history, and how much of it is refunded. */
const givenBack = [
  { place: 0.35, part: 1, reason: 'Customer not home' },
  { place: 0.5, part: 0.25, reason: 'We missed one side of the house' },
  { place: 0.75, part: 1, reason: 'Billed to the wrong property' },
]

/** Months of invoices, payments and refunds in the order they happened. The result is always the same. */
export function planHistory(jobs: readonly EarningJob[], now: number): Step[] {
  const dice = new Dice(20260303)
  const overdue = newestDoneBefore(jobs, now - overdueAfter)
  const steps = jobs.flatMap((job) =>
    job === overdue?.job ? [sent(dice, job, overdue.doneAt + hour)] : stepsOf(dice, job, now),
  )
  const past = steps.filter(({ at }) => at <= now)
  const refunds = refundsOf(dice, past, now)
  const unsent = new Set<Step | undefined>([newestAtTheDoor(past), ...refunds.map(({ payment }) => payment)])
  const all = [...past.flatMap((step) => (unsent.has(step) ? [step] : invoiced(dice, step))), ...refunds]
  return numbered(all.toSorted((one, other) => one.at - other.at))
}

/** The office hasn't sent the invoice of the newest payment yet. */
const newestAtTheDoor = (steps: readonly Step[]): Step | undefined =>
  steps
    .filter((step) => step.kind === 'payment' && !step.isInvoiced && step.job.status === 'completed')
    .toSorted((one, other) => other.at - one.at)[0]

/** Customers who pay at the visit or in advance get their invoice just before. */
function invoiced(dice: Dice, step: Step): Step[] {
  if (step.kind !== 'payment' || step.isInvoiced) return [step]
  return [sent(dice, step.job, step.at - minute), { ...step, isInvoiced: true }]
}

function newestDoneBefore(jobs: readonly EarningJob[], moment: number) {
  return jobs
    .flatMap((job) => (job.status === 'completed' ? { job, doneAt: job.completedAt ?? Infinity } : []))
    .filter(({ doneAt }) => doneAt < moment)
    .toSorted((one, other) => other.doneAt - one.doneAt)[0]
}

/** Most customers pay at the visit, some pay their invoice, and a few pay in advance or not at all. */
function stepsOf(dice: Dice, job: EarningJob, now: number): Step[] {
  const roll = dice.next()
  if (job.status === 'scheduled')
    return roll < 0.4 ? [paid(dice, job, Math.min(now, job.createdAt + 3 * hour), false)] : []
  if (job.status !== 'completed' || job.completedAt === null || roll < 0.03) return []
  if (roll < 0.65) return [paid(dice, job, job.completedAt + dice.between(5, 90) * minute, false)]
  const sentAt = job.completedAt + dice.between(20, 120) * minute
  return [
    sent(dice, job, sentAt),
    paid(dice, job, sentAt + dice.between(1, 10) * day + dice.between(0, 600) * minute, true),
  ]
}

/**
 * Refunds only payments whose invoice wasn't sent. A sent one would need a credit note, and its number can't
 * be taken back.
 */
function refundsOf(dice: Dice, steps: readonly Step[], now: number): RefundStep[] {
  const atTheDoor = steps
    .filter((step) => step.kind === 'payment')
    .filter(({ isInvoiced, at, job }) => !isInvoiced && job.status === 'completed' && at < now - 3 * day)
    .toSorted((one, other) => one.at - other.at)
  const names = [...new Set(atTheDoor.map(({ job }) => job.franchise.name))].toSorted()
  return givenBack.flatMap(({ place, part, reason }, index) => {
    const candidates = atTheDoor.filter(({ job }) => job.franchise.name === names[index])
    const payment = candidates[Math.floor(place * candidates.length)]
    if (!payment) return []
    const at = payment.at + dice.between(20, 50) * hour
    const cents = Math.floor(payment.job.totalCents * part)
    return [{ kind: 'refund', id: dice.id(at), at, job: payment.job, payment, cents, reason }]
  })
}

function sent(dice: Dice, job: EarningJob, at: number): InvoiceStep {
  return { kind: 'invoice', id: dice.id(at), at, job, number: '' }
}

function paid(dice: Dice, job: EarningJob, at: number, isInvoiced: boolean): PaymentStep {
  return { kind: 'payment', id: dice.id(at), at, job, isInvoiced }
}

/** Uses its own invoice numbers, because numbers of the real series can't be taken back. */
function numbered(steps: Step[]): Step[] {
  const last = new Map<string, number>()
  return steps.map((step) => {
    if (step.kind !== 'invoice') return step
    const { name, timeZone } = step.job.franchise
    const series = `DEMO-${initialsOf(name)}-${localDateAt(step.at, timeZone).slice(0, 4)}`
    const count = (last.get(series) ?? 0) + 1
    last.set(series, count)
    return { ...step, number: `${series}-${String(count).padStart(4, '0')}` }
  })
}
