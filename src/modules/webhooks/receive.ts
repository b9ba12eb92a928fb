import type { Deps } from '../../deps'
import { readSignedEvent } from '../../providers/payments/signature'
import { laneOf } from './lane'
import { drainSoon } from './process'
import { keepEvent } from './queue'

/** How long an answer waits for its event to be processed: in a quiet hour, who asks next sees the effect. */
const patienceMs = 20

/** Stores a signed event and acknowledges it by its id. One that is known already is answered alike. */
export async function receiveEvent(deps: Deps, body: Uint8Array, signature: string | null): Promise<string> {
  const now = deps.clock.now()
  const event = readSignedEvent({ body, header: signature, secrets: deps.secrets.webhookSecrets, now })
  const lane = laneOf(deps)
  const [claimed, isQuiet] = [!lane.isFull, lane.isQuiet]
  const row = await deps.store.write((tx) => keepEvent(tx, now, event, { source: 'webhook', claimed }))
  if (row && claimed) {
    const processed = lane.add(deps, row)
    if (isQuiet) await Promise.race([processed, Bun.sleep(patienceMs)])
  } else if (row) drainSoon(deps)
  return event.id
}

/** The demo processor hands its events to the same door, without the way through a socket. */
export function connectDemoPayments(deps: Deps): void {
  deps.providers.demoPayments?.connect(async (_event, signature, body) => {
    await receiveEvent(deps, new TextEncoder().encode(body), signature)
  }, deps.background)
}
