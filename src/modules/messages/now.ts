import type { OutboxState } from '../../../db/schema/outbox'
import type { Deps } from '../../deps'
import { second } from '../../lib/clock'
import type { OutboxRow } from './claim'
import { deliverBatch } from './deliver'
import { readRows } from './record'
import type { OnFailure } from './settle'

/** How a message fared. */
export interface Delivery {
  id: string
  state: OutboxState
  provider: string | null
  messageId: string | null
  error: string | null
}

const patience = 30 * second
const lookEvery = 25

/**
 * Sends these messages at once, due or not, for endpoints that answer with what came of it. A failure
 * is final unless `onFailure` says otherwise: who was told that it failed does not expect it later.
 */
export async function deliverNow(
  deps: Deps,
  ids: string[],
  { onFailure = 'give-up' }: { onFailure?: OnFailure } = {},
): Promise<Delivery[]> {
  await deliverBatch(deps, { ids }, onFailure)
  let rows = await readRows(deps.store.read, ids)
  // The worker may have been quicker: then it is the worker's result, and what it left for later is tried here.
  const givesUp = onFailure === 'give-up'
  const isOpen = ({ state, lastError }: OutboxRow) =>
    state === 'sending' || (givesUp && state === 'queued' && lastError !== null)
  const until = performance.now() + patience
  while (rows.some(isOpen) && performance.now() < until) {
    await Bun.sleep(lookEvery)
    if (givesUp) await deliverBatch(deps, { ids }, onFailure)
    rows = await readRows(deps.store.read, ids)
  }
  return rows.map(({ id, state, provider, providerMessageId, lastError }) => ({
    id,
    state,
    provider,
    messageId: providerMessageId,
    error: lastError,
  }))
}
