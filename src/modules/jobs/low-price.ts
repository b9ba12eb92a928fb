import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { formatUsd } from '../../lib/money'
import { clearTodo, raiseTodo } from '../office'
import type { Job } from './model'
import { presentJob, requireJob, type JobRow, type NewJob } from './rows'
import { changeJob } from './timeline'

/** Asks HQ about a booking below the catalog price. */
export async function askAboutLowPrice(tx: Tx, at: number, job: NewJob): Promise<void> {
  if (job.catalogPriceCents === null) return
  await raiseTodo(tx, at, {
    kind: 'job.low-price',
    subject: job.id,
    title: `Booked below the catalog price: ${job.type}`,
    detail: `${compared(job)} We won't schedule it until you accept the price or change it.`,
    franchiseId: job.franchiseId,
  })
}

const compared = ({ priceCents, catalogPriceCents }: Pick<JobRow, 'priceCents' | 'catalogPriceCents'>) =>
  `The customer booked for ${formatUsd(priceCents)}, but the catalog price is ${formatUsd(catalogPriceCents ?? 0)}.`

/** Accepts the price the customer booked at. */
export async function acceptPrice({ store, clock }: Deps, id: string, actor: Actor): Promise<Job> {
  const at = clock.now()
  const accepted = await store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (job.catalogPriceCents === null) throw conflict('The price was already accepted or corrected')
    if (job.status !== 'pending') throw conflict('This job is no longer waiting to be scheduled')
    const { job: changed } = await changeJob(tx, job, priceDecided, { kind: 'price-accepted', actor, at })
    await releaseLowPrice(tx, at, job)
    return changed
  })
  return presentJob(accepted)
}

/** The change to a job that marks its price as decided. */
export const priceDecided = { catalogPriceCents: null } as const

/** Closes the price to-do in the unit that decides. Does nothing for a job that wasn't held. */
export async function releaseLowPrice(tx: Tx, at: number, held: JobRow): Promise<void> {
  if (held.catalogPriceCents !== null) await clearTodo(tx, at, 'job.low-price', held.id)
}

/** No job is scheduled before HQ has decided on its price. */
export function assertPriceDecided(job: JobRow): void {
  if (job.catalogPriceCents !== null)
    throw conflict(`${compared(job)} Accept or change the price before you schedule this job.`)
}
