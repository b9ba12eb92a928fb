import type { OutboxState } from '../../../db/schema/messages'
import type { Deps } from '../../deps'
import { second } from '../../lib/clock'
import { readRows, type OutboxRow } from './outbox'
import { deliverBatch } from './queue'
import type { OnFailure } from './send'

/** The outcome of a message. */
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
 * Sends these messages right away, due or not, for endpoints that answer with the outcome. A failure is final unless
 * `onFailure` says otherwise, because a caller who hears of a failure doesn't expect the message later.
 */
export async function deliverNow(
  deps: Deps,
  ids: string[],
  { onFailure = 'give-up' }: { onFailure?: OnFailure } = {},
): Promise<Delivery[]> {
  await deliverBatch(deps, { ids }, onFailure)
  let rows = await readRows(deps.store.read, ids)
  // The sender may have been faster: then its result counts, and messages it left for later are tried here.
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
