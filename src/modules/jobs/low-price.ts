import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { formatUsd } from '../../lib/money'
import { clearTodo, raiseTodo, recordActivity } from '../office'
import type { Job } from './model'
import { presentJob, requireJob, type JobRow, type NewJob } from './rows'
import { changeJob } from './timeline'

/** Asks HQ about a booking that names less than the catalog does. */
export async function askAboutLowPrice(tx: Tx, at: number, job: NewJob): Promise<void> {
  if (job.catalogPriceCents === null) return
  await raiseTodo(tx, at, {
    kind: 'job.low-price',
    subject: job.id,
    title: `A booking is priced below the catalog: ${job.type}`,
    detail: `${compared(job)} It isn't dispatched until you accept the price or set another one.`,
    franchiseId: job.franchiseId,
  })
}

const compared = ({ priceCents, catalogPriceCents }: Pick<JobRow, 'priceCents' | 'catalogPriceCents'>) =>
  `The customer booked at ${formatUsd(priceCents)}; the catalog price is ${formatUsd(catalogPriceCents ?? 0)}.`

/** HQ takes the job at the price it was booked at. */
export async function acceptPrice({ store, clock }: Deps, id: string, actor: string): Promise<Job> {
  const at = clock.now()
  const accepted = await store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (job.catalogPriceCents === null) throw conflict('The price was already accepted or corrected')
    if (job.status !== 'pending') throw conflict('The job no longer waits for a visit')
    const { job: changed } = await changeJob(tx, job, priceDecided, { kind: 'price-accepted', actor, at })
    await releaseLowPrice(tx, at, job, actor, `accepted at ${formatUsd(job.priceCents)}`)
    return changed
  })
  return presentJob(accepted)
}

/** The part of a job's change that settles its price. */
export const priceDecided = { catalogPriceCents: null } as const

/** Closes the question about a price, in the unit that answers it. A job that wasn't held has none. */
export async function releaseLowPrice(
  tx: Tx,
  at: number,
  held: JobRow,
  actor: string,
  outcome: string,
): Promise<void> {
  if (held.catalogPriceCents === null) return
  await clearTodo(tx, at, 'job.low-price', held.id)
  await recordActivity(tx, at, {
    type: 'job.price-decided',
    actor,
    summary: `The price of a booking below the catalog was ${outcome}`,
    metadata: {
      jobId: held.id,
      catalogPriceCents: held.catalogPriceCents,
      bookedPriceCents: held.priceCents,
    },
  })
}

/** Nobody is sent out at a price that HQ has not decided on. */
export function assertPriceDecided(job: JobRow): void {
  if (job.catalogPriceCents !== null)
    throw conflict(`${compared(job)} Accept or change the price before you schedule the job`)
}
