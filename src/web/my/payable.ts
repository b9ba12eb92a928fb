import { canBePaidOnline } from '../../lib/money'
import type { AccountJob } from '../../modules/accounts'

type Payable = Pick<AccountJob, 'balance' | 'howToPay' | 'deposit' | 'status'>

export const isOwed = (job: Payable): boolean => job.balance > 0

export const hasDeposit = (job: Payable): boolean => isOwed(job) && job.howToPay === null && job.deposit > 0

export const isPayable = (job: Payable): boolean =>
  isOwed(job) && job.howToPay === null && canBePaidOnline(Math.round(job.balance * 100))

/** The booking to pay first: one that needs a deposit, then work that is done, then any other. */
export function firstToPay<Job extends Payable>(jobs: Job[]): Job | undefined {
  const payable = jobs.filter((job) => hasDeposit(job) || isPayable(job))
  return payable.find(hasDeposit) ?? payable.find(({ status }) => status === 'completed') ?? payable[0]
}
