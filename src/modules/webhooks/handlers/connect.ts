import { z } from 'zod'
import { franchiseOfAccount, keepFlags } from '../../connect/account'
import { releaseSoon } from '../../settlement/release'
import { reconcileReversals } from '../../transfers/reconcile'
import { transferByProcessorId } from '../../transfers/rows'
import { EventFailure, nothing, readObject, type Handler } from './handler'

const Named = z.object({ id: z.string().min(1).max(255) })
const Transfer = Named.extend({
  amount_reversed: z.int().min(0),
  metadata: z.object({ key: z.string().optional() }).nullish(),
})

/** The processor is asked, since events of one account may come in any order. */
export const accountUpdated: Handler = async (deps, object) => {
  const { id } = readObject(Named, object)
  const franchise = await franchiseOfAccount(deps.store.read, id)
  if (!franchise) return nothing
  const account = await deps.providers.payments.findAccount(id)
  return {
    change: (tx) => keepFlags(tx, deps.clock.now(), franchise, account),
    afterwards() {
      if (account?.canReceive) releaseSoon(deps, franchise.id)
    },
  }
}

export const transferReversed: Handler = async (deps, object) => {
  const { id, amount_reversed: reversed, metadata } = readObject(Transfer, object)
  const transfer = await transferByProcessorId(deps.store.read, id)
  if (!transfer && metadata?.key !== undefined)
    throw new EventFailure('Its transfer is not recorded as sent yet')
  if (!transfer || transfer.reversedCents >= reversed) return nothing
  const listed = await deps.providers.payments.listReversals(id)
  return (tx) => reconcileReversals(tx, deps.clock.now(), transfer, listed)
}
