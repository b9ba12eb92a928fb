/** The statuses a job can move to from each status. Getting a time isn't a move; scheduling does that. */
export const nextStatuses = {
  pending: ['cancelled'],
  scheduled: ['pending', 'en_route', 'cancelled', 'no_show'],
  en_route: ['in_progress', 'scheduled', 'cancelled', 'no_show'],
  in_progress: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  no_show: [],
} as const satisfies Record<string, readonly string[]>

type Status = keyof typeof nextStatuses

export const mayBecome = (from: Status, to: Status): boolean =>
  (nextStatuses[from] as readonly Status[]).includes(to)

export const ended = ['completed', 'cancelled', 'no_show'] as const
export const hasEnded = (status: Status): boolean => isIn(ended, status)

/** Ended without the work being done. */
export const fallenThrough = ['cancelled', 'no_show'] as const
export const hasFallenThrough = (status: Status): boolean => isIn(fallenThrough, status)

/** The technician is on the way or on site. */
export const underWay = ['en_route', 'in_progress'] as const
export const isUnderWay = (status: Status): status is (typeof underWay)[number] => isIn(underWay, status)

/** A visit that is scheduled or happening. */
export const planned = ['scheduled', ...underWay] as const

/** Not paid yet. */
export const unpaid = ['unpaid', 'failed'] as const
export const isUnpaid = ({ paymentState }: { paymentState: string }): boolean => isIn(unpaid, paymentState)

/** The amounts that decide what a customer still has to pay. */
export interface Owed {
  totalCents: number
  paidCents: number
}

/** The part of the total that nobody has paid. A refund is a concession, so it doesn't open the balance again. */
export const unpaidCents = ({ totalCents, paidCents }: Owed): number => Math.max(0, totalCents - paidCents)

/** The amount the customer still has to pay: nothing for a job that was canceled or missed. */
export const balanceDue = (job: Owed & { status: Status }): number =>
  hasFallenThrough(job.status) ? 0 : unpaidCents(job)

const isIn = (list: readonly string[], one: string): boolean => list.includes(one)
