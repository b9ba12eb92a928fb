import type { OutboxState } from '../../../db/schema/messages'
import type { Deps } from '../../deps'
import { second } from '../../lib/clock'
import { readRows, type OutboxRow } from './outbox'
import { deliverBatch } from './queue'
import type { OnFailure } from './send'

/** How a message fared. */
export interface Delivery {
  id: string
  state: OutboxState
  provider: string | null
  messageId: string | null
  error: string | null
}

const deliveryTimeout = 30 * second
const pollMs = 25

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
  const until = performance.now() + deliveryTimeout
  while (rows.some(isOpen) && performance.now() < until) {
    await Bun.sleep(pollMs)
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
