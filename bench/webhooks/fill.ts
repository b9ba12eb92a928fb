import { join } from 'node:path'
import { openStore } from '../../db/client'
import { demoIntents, franchiseSplits, franchises, jobs } from '../../db/schema'
import { insertJob } from '../../src/modules/jobs/book'

export interface Due {
  jobId: string
  paymentId: string
  cents: number
}

const perUnit = 200

/** One franchise's jobs, each with a payment the processor has just taken; only the event is missing. */
export async function fillJobs(folder: string, count: number, now: number): Promise<Due[]> {
  const store = await openStore({ url: `file:${join(folder, 'truckroll.db')}` }, now, { durable: false })
  const stamps = { createdAt: now, updatedAt: now }
  await store.write(async (tx) => {
    await tx
      .insert(franchises)
      .values({ id: 'north', name: 'North', timeZone: 'America/Denver', taxBasisPoints: 881, ...stamps })
    const split = { id: 'split', franchiseId: 'north', shareBasisPoints: 8_250 }
    await tx.insert(franchiseSplits).values({ ...split, effectiveFrom: 0, createdAt: now })
  })
  const due: Due[] = []
  while (due.length < count)
    await store.write(async (tx) => {
      for (let left = Math.min(perUnit, count - due.length); left > 0; left--) {
        const number = due.length
        const job = await insertJob(
          tx,
          {
            customerName: `Customer ${number}`,
            customerEmail: `customer${number}@example.com`,
            address: '1420 Larimer St',
            type: 'Gutter cleaning',
            price: 100 + (number % 100),
            addOns: [],
            franchiseId: 'north',
          },
          { source: 'public', actor: 'bench', at: now },
        )
        const { id: jobId, totalCents: cents } = job
        const paymentId = `pi_bench_${number}`
        const intent = {
          id: paymentId,
          kind: 'payment' as const,
          state: 'succeeded' as const,
          jobId,
          transferGroup: jobId,
        }
        await tx
          .insert(demoIntents)
          .values({ ...intent, amountCents: cents, capturedCents: cents, feeCents: 30, ...stamps })
        due.push({ jobId, paymentId, cents })
      }
    })
  // They're located already, so only the event causes work.
  await store.write((tx) => tx.update(jobs).set({ placeState: 'unknown' }))
  await store.close()
  return due
}
