import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import type { Merge } from '../../lib/person'
import {
  mergeCustomer as mergeInCustomers,
  presentCustomer,
  requireCustomer,
  type Customer,
} from '../customers'
import { mergeCustomer as mergeInJobs } from '../jobs'
import { mergeCustomer as mergeInMessages } from '../messages'
import { recordActivity } from '../office'
import { mergeCustomer as mergeInPayments } from '../payments'
import { mergeCustomer as mergeInRecurring } from '../recurring'

/** Every module that stores records of a customer. */
export const owners: ((tx: Tx, merge: Merge) => Promise<void>)[] = [
  mergeInCustomers,
  mergeInJobs,
  mergeInMessages,
  mergeInPayments,
  mergeInRecurring,
]

/** Moves everything from the first of two records of one person to the second. */
export async function mergeCustomers(
  { store, clock }: Deps,
  from: string,
  into: string,
  actor: Actor,
): Promise<Customer> {
  if (from === into) throw conflict("You can't merge a customer with themselves")
  const at = clock.now()
  const kept = await store.write(async (tx) => {
    for (const merge of owners) await merge(tx, { from, into, at })
    await recordActivity(tx, at, {
      type: 'customer.merged',
      actor,
      summary: 'Merged two customers',
      subject: { kind: 'customer', id: into, name: 'two customers' },
      metadata: { from, into },
    })
    return requireCustomer(tx, into)
  })
  return presentCustomer(kept)
}
