import { canBePaidOnline } from '../../lib/money'
import type { AccountJob } from '../../modules/accounts'

type Payable = Pick<AccountJob, 'balance' | 'howToPay' | 'deposit' | 'status'>

export const isOwed = (job: Payable): boolean => job.balance > 0

export const hasDeposit = (job: Payable): boolean => isOwed(job) && job.howToPay === null && job.deposit > 0

export const isPayable = (job: Payable): boolean =>
  isOwed(job) && job.howToPay === null && canBePaidOnline(Math.round(job.balance * 100))

/** The bookings to pay first: those that need a deposit, then all work that is done, then the next visit. */
export function firstToPay<Job extends Payable>(jobs: Job[]): Job[] {
  const payable = jobs.filter((job) => hasDeposit(job) || isPayable(job))
  const groups = [
    payable.filter(hasDeposit),
    payable.filter(({ status }) => status === 'completed'),
    payable.slice(0, 1),
  ]
  return groups.find((group) => group.length > 0) ?? []
}
