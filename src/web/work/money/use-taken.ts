import { useEffect, useMemo, useState } from 'preact/hooks'
import type { WorkDay } from '../../../modules/workforce'
import type { Api } from '../../client/api'
import { every } from '../../client/clock'
import { toast } from '../../components/toast'
import { officeTime } from '../device'
import { formats, words } from '../words'
import { TakenQueue, unsentPayments, type Taken } from './taken'

const everyMs = 30_000

export type Due = NonNullable<WorkDay['dues']>[string]

/** Takes payments, with a connection or without. */
export interface Till {
  /** The part of a job's money that the office doesn't know of yet, in dollars. */
  unsent: (jobId: string) => number
  /** Says itself if the office can't record it as it is. */
  take: (jobId: string, payment: Omit<Taken['payment'], 'takenAt'>) => Promise<'recorded' | 'waits' | 'said'>
}

export const amountText = (dollars: number): string => formats.money(Math.round(dollars * 100))

/** Sends payments as soon as the network allows. `onSent` looks at the day again. */
export function useTaken(api: Api, workerId: string | undefined, onSent: () => void): Till {
  const [waiting, setWaiting] = useState<Taken[]>([])
  const queue = useMemo(
    () =>
      new TakenQueue(unsentPayments, ({ key, jobId, payment }) =>
        api.work.jobs(jobId).payments.post(payment, { key }),
      ),
    [api],
  )
  /** Payments that the office couldn't record, which the technician was told. */
  const said = useMemo(() => new Set<string>(), [])
  const flush = async (): Promise<void> => {
    if (workerId === undefined || queue.of(workerId).length === 0) return
    const { recorded, noted, refused } = await queue.flush(workerId)
    // Errors stay until they are dismissed, and this is about money in the technician's pocket.
    for (const { payment } of noted) toast(words.money.cash.noted(amountText(payment.amount)), 'bad')
    for (const { payment } of refused) toast(words.money.cash.refused(amountText(payment.amount)), 'bad')
    for (const { key } of [...noted, ...refused]) said.add(key)
    setWaiting(queue.of(workerId))
    if (recorded.length + noted.length + refused.length > 0) onSent()
  }
  /** One after another, also across tabs: a payment must not be sent by two of them. */
  const flushAlone = (): Promise<void> =>
    navigator.locks ? navigator.locks.request('truckroll.payments', flush) : flush()
  useEffect(() => {
    if (workerId !== undefined) setWaiting(queue.of(workerId))
    const look = () => void flushAlone()
    look()
    const stop = every(everyMs, look)
    window.addEventListener('online', look)
    return () => {
      stop()
      window.removeEventListener('online', look)
    }
  }, [queue, workerId])
  return {
    unsent: (jobId) =>
      waiting.reduce((sum, taken) => (taken.jobId === jobId ? sum + taken.payment.amount : sum), 0),
    take: async (jobId, payment) => {
      if (workerId === undefined) return 'waits'
      const key = crypto.randomUUID()
      queue.add({ key, workerId, jobId, payment: { ...payment, takenAt: officeTime() } })
      setWaiting(queue.of(workerId))
      await flushAlone()
      if (said.has(key)) return 'said'
      return queue.of(workerId).some((taken) => taken.key === key) ? 'waits' : 'recorded'
    },
  }
}
