import { and, eq } from 'drizzle-orm'
import { transfers } from '../../../db/schema'
import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { clearTask } from '../hq-tasks/raise'
import { carryOutTransfer } from './carry-out'
import { presentTransfer } from './list'
import type { Transfer } from './model'
import { releaseTransfers } from './release'
import { requireTransfer } from './rows'

/** Tries a refused transfer anew, once a person has mended the cause. */
export async function resendTransfer(deps: Deps, id: string): Promise<Transfer> {
  const { franchiseId } = await deps.store.write(async (tx) => {
    const transfer = await requireTransfer(tx, id)
    if (transfer.state !== 'refused')
      throw conflict(`The transfer is ${transfer.state}; only a refused one is sent again`)
    const now = deps.clock.now()
    await tx
      .update(transfers)
      .set({ state: 'pending', updatedAt: now })
      .where(and(eq(transfers.id, id), eq(transfers.state, 'refused')))
    await clearTask(tx, now, 'transfer.refused', id)
    return transfer
  })
  await releaseTransfers(deps, franchiseId)
  return presentTransfer(await carryOutTransfer(deps, id))
}
