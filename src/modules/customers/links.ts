import { eq, sql } from 'drizzle-orm'
import { customers } from '../../../db/schema'
import { prepared, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { recordActivity } from '../office'
import type { Customer } from './model'
import { presentCustomer, requireCustomer } from './records'

const findSeries = prepared((db) =>
  db
    .select({ series: customers.linkSeries })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id'))),
)

/** The number in links that are made now. Links with another one have ended. */
export async function linkSeriesOf(db: Db, customerId: string | null): Promise<number> {
  return customerId === null ? 0 : ((await findSeries.get(db, { id: customerId }))?.series ?? 0)
}

/** Ends the links in every message sent to a customer so far. New messages have new ones. */
export async function endLinks({ store, clock }: Deps, id: string, actor: Actor): Promise<Customer> {
  return store.write(async (tx) => {
    const customer = await requireCustomer(tx, id)
    if (customer.mergedInto !== null || customer.erasedAt !== null)
      throw conflict('This customer was merged or erased, so there are no links to turn off')
    const linkSeries = customer.linkSeries + 1
    await tx.update(customers).set({ linkSeries }).where(eq(customers.id, id))
    await recordActivity(tx, clock.now(), {
      type: 'customer.links-ended',
      actor,
      summary: 'Turned off the links in messages to a customer',
      subject: { kind: 'customer', id, name: 'a customer' },
    })
    return presentCustomer(customer)
  })
}
