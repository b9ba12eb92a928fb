import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import type { Merge } from '../../lib/person'
import {
  mergeCustomer as mergeInCustomers,
  presentCustomer,
  requireCustomer,
  type Customer,
} from '../customers'
import { mergeCustomer as mergeInJobs } from '../jobs'
import { recordActivity } from '../office'
import { mergeCustomer as mergeInRecurring } from '../recurring'

/** Every module whose records belong to a customer. */
export const owners: ((tx: Tx, merge: Merge) => Promise<void>)[] = [
  mergeInCustomers,
  mergeInJobs,
  mergeInRecurring,
]

/** Two records of one person: everything that belongs to the first goes to the second. */
export async function mergeCustomers(
  { store, clock }: Deps,
  from: string,
  into: string,
  actor: string,
): Promise<Customer> {
  if (from === into) throw conflict('A customer cannot be merged into itself')
  const at = clock.now()
  const kept = await store.write(async (tx) => {
    for (const merge of owners) await merge(tx, { from, into, at })
    await recordActivity(tx, at, {
      type: 'customer.merged',
      actor,
      summary: 'Two customer records were merged',
      metadata: { from, into },
    })
    return requireCustomer(tx, into)
  })
  return presentCustomer(kept)
}
