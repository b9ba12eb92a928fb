import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import { amountsOf } from '../jobs/amounts'
import { bookJob } from '../jobs/book'
import type { NewJob } from '../jobs/insert'
import type { JobBooked, JobInput } from '../jobs/model'
import { changeJob } from '../jobs/timeline'
import { grantPromo } from '../promos/grant'

/** Books for the public what a code makes cheaper. The code is used up in the unit that books. */
export function bookWithPromo(deps: Deps, input: JobInput, code: string, once: Once): Promise<JobBooked> {
  const priced = (tx: Tx, job: NewJob) => discounted(tx, deps.clock.now(), job, code)
  return bookJob(deps, input, { source: 'public', actor: 'public', priced }, once)
}

async function discounted(tx: Tx, at: number, job: NewJob, code: string): Promise<NewJob> {
  const { franchiseId, priceCents, taxBasisPoints } = job
  const granted = await grantPromo(tx, at, { code, franchiseId, priceCents })
  const change = {
    ...amountsOf(priceCents, taxBasisPoints, granted.discountCents),
    promoCode: granted.code,
  }
  const occasion = { kind: 'repriced', actor: 'public', at }
  return (await changeJob(tx, { ...job, seq: 0 }, change, occasion)).job
}
