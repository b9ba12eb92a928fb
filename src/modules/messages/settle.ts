import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import { describeError } from '../../lib/log'
import { DeliveryFailure, type Receipt } from '../../providers/delivery/failure'
import { waitAfter } from './backoff'
import type { OutboxRow } from './claim'
import { setOptOut } from './opt-outs'
import { recordCancelled, recordDead, recordDelay, recordSent, recordUnknown } from './record'
import { sendMessage } from './send'
import type { Ready } from './triage'

/** What becomes of a message that could not be sent: tried again later, or given up, since somebody was told. */
export type OnFailure = 'retry' | 'give-up'

/** Sends one message and writes down how it ended. */
export async function sendAndSettle(deps: Deps, ready: Ready, onFailure: OnFailure): Promise<void> {
  let settle: (tx: Tx) => Promise<void>
  try {
    const receipt = await sendMessage(deps, ready)
    settle = (tx) => settleSent(deps, tx, ready.row, receipt)
  } catch (error) {
    const failure = error instanceof DeliveryFailure ? error : unforeseen(deps, error)
    settle = (tx) => settleFailed(deps, tx, ready.row, failure, onFailure)
  }
  await deps.store.write(settle)
}

async function settleSent(deps: Deps, tx: Tx, row: OutboxRow, receipt: Receipt): Promise<void> {
  await recordSent(tx, deps.clock.now(), row, receipt)
}

async function settleFailed(
  deps: Deps,
  tx: Tx,
  row: OutboxRow,
  failure: DeliveryFailure,
  onFailure: OnFailure,
): Promise<void> {
  const now = deps.clock.now()
  const { message: error, kind, details } = failure
  if (details.optedOut) {
    await setOptOut(tx, now, { channel: row.channel, address: row.recipient, source: 'provider' }, true)
    return recordCancelled(tx, row, 'The recipient has opted out')
  }
  if (kind === 'uncertain' && row.channel === 'sms') return recordUnknown(tx, now, row, error)
  if (onFailure === 'give-up') return recordDead(tx, now, row, error, false)
  if (kind === 'refused') return recordDead(tx, now, row, error, true)
  if (kind === 'later')
    return recordDelay(tx, row, {
      dueAt: now + Math.min(details.retryAfterMs ?? minute, 60 * minute),
      error,
      refund: true,
    })
  const wait = waitAfter(row.attempts, Math.random())
  if (wait === null) return recordDead(tx, now, row, error, true)
  return recordDelay(tx, row, { dueAt: now + wait, error })
}

/** A fault of ours: it may pass, and the log says where it is. */
function unforeseen({ log }: Deps, error: unknown): DeliveryFailure {
  log.error('a message could not be sent', describeError(error))
  return new DeliveryFailure('uncertain', 'An unforeseen fault on our side')
}
