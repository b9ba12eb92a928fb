import { hour } from './clock'
import { leastPayable, mostPayable, taxOn, type Cents } from './money'

/** A part of a price: a fixed amount, or a share of the total. */
type Portion = { cents: Cents } | { percent: number }

interface Rules {
  cancel: { freeHours: number; fee: Portion | null } | null
  deposit: Portion | null
}

/** Never more than the total. */
function portionOf(portion: Portion, totalCents: Cents): Cents {
  // A percentage rounds like tax, half up to the cent.
  return 'cents' in portion ? Math.min(portion.cents, totalCents) : taxOn(totalCents, portion.percent * 100)
}

/** Processors refuse smaller payments. */
const leastDeposit = 100

interface Payable {
  totalCents: Cents
  paidCents: Cents
  bookingRules: Rules | null
}

/**
 * The deposit to ask for, which is less than the total: 0 once something was paid, or where there is no deposit
 * to ask for. A total above the limit of online checkout can have a deposit below it.
 */
export const depositDue = (job: Payable): Cents => (job.paidCents > 0 ? 0 : depositOf(job))

/** Just the deposit was paid, so the rest is due. */
export const isDepositPaid = (job: Payable): boolean => job.paidCents > 0 && job.paidCents === depositOf(job)

function depositOf({ totalCents, bookingRules }: Omit<Payable, 'paidCents'>): Cents {
  const portion = bookingRules?.deposit
  if (!portion || totalCents < leastPayable) return 0
  const cents = Math.max(portionOf(portion, totalCents), leastDeposit)
  return cents < totalCents && cents <= mostPayable ? cents : 0
}

/** The terms of canceling at a moment. */
export interface CancelTerms {
  /** Whether the customer can cancel without calling. */
  online: boolean
  /** By the policy. No more than was paid is ever kept. */
  feeCents: Cents
  /** The moment from which canceling is late; null where it is always free. */
  freeUntil: number | null
}

interface Cancelable {
  totalCents: Cents
  bookingRules: Rules | null
  /** In milliseconds. */
  scheduledStart: number | null
}

/**
 * The cancellation policy at a moment. The free time ends a number of real hours before the visit, whatever clocks
 * do in between. Until a visit has a time, canceling is free.
 */
export function cancelTerms(
  { totalCents, bookingRules, scheduledStart }: Cancelable,
  now: number,
): CancelTerms {
  const rule = bookingRules?.cancel
  if (!rule || scheduledStart === null) return { online: true, feeCents: 0, freeUntil: null }
  const freeUntil = scheduledStart - rule.freeHours * hour
  if (now <= freeUntil) return { online: true, feeCents: 0, freeUntil }
  const feeCents = rule.fee === null ? 0 : portionOf(rule.fee, totalCents)
  return { online: rule.fee !== null, feeCents, freeUntil }
}

/** The policy of a booking as its customer reads it. */
export interface ShownPolicy {
  freeHours: number
  /** Null where the visit has no time yet. */
  freeUntil: number | null
  isLate: boolean
  /** Null if customers have to call once it is late. */
  fee: { cents: Cents; percent: number | null } | null
}

/** Null where canceling is always free. */
export function shownPolicy(job: Cancelable, now: number): ShownPolicy | null {
  const rule = job.bookingRules?.cancel
  if (!rule) return null
  const { freeUntil } = cancelTerms(job, now)
  const { freeHours, fee } = rule
  return {
    freeHours,
    freeUntil,
    isLate: freeUntil !== null && now > freeUntil,
    fee: fee && {
      // A booking without a price can still say a fixed fee.
      cents: 'cents' in fee && job.totalCents === 0 ? fee.cents : portionOf(fee, job.totalCents),
      percent: 'percent' in fee ? fee.percent : null,
    },
  }
}

/** How late and how often customers can choose another time online. */
export interface MovePolicy {
  hours: number
  most: number
}

interface Movable {
  status: string
  held: boolean
  bookingRules: Rules | null
}

/** The terms of choosing another time online. */
export interface MoveTerms {
  /** The last moment; null while there is no promised time. */
  until: number | null
  left: number
}

/**
 * Null where the customer has to call. A late cancellation can't be avoided by moving the visit first, so the free
 * time of the cancellation policy counts too.
 */
export function moveTerms(
  { status, held, bookingRules }: Movable,
  { start, moves, now }: { start: number | null; moves: number; now: number },
  policy: MovePolicy,
): MoveTerms | null {
  if (held || (status !== 'pending' && status !== 'scheduled')) return null
  const hours = Math.max(policy.hours, bookingRules?.cancel?.freeHours ?? 0)
  const until = start === null ? null : start - hours * hour
  const left = policy.most - moves
  return left <= 0 || (until !== null && now > until) ? null : { until, left }
}
