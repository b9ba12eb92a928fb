import type { Deps } from '../../deps'
import { waitsItsTurn } from './order'
import { recordDelay, type Channel } from './outbox'
import type { Ready } from './prepare'
import { sendAndSettle, type OnFailure } from './send'

/** Sends a batch, several recipients at a time and each one's messages in order. */
export async function sendAll(
  deps: Deps,
  channel: Channel,
  all: Ready[],
  onFailure: OnFailure,
): Promise<void> {
  const waiting = all.filter(({ row }) => row.channel === channel)
  // A code never waits, so it is a line of its own.
  const byLine = Map.groupBy(waiting, ({ row }) =>
    waitsItsTurn(row) ? `${row.rank} ${row.recipient}` : row.id,
  )
  const lines = [...byLine.values()]
  const sender = async () => {
    for (let line = lines.shift(); line; line = lines.shift()) await sendInOrder(deps, line, onFailure)
  }
  await Promise.all(Array.from({ length: deps.providers[channel].width }, sender))
}

/**
 * If one has to be tried again, the ones after it wait until then. A service that is stopping starts no more: a text
 * that was cut off may have been sent, so HQ would have to ask.
 */
async function sendInOrder(deps: Deps, line: Ready[], onFailure: OnFailure): Promise<void> {
  let waitUntil: number | null = null
  for (const ready of line.toSorted((one, other) => (one.row.id < other.row.id ? -1 : 1))) {
    const dueAt: number | null = waitUntil ?? (deps.background.stopping ? deps.clock.now() : null)
    if (dueAt === null) waitUntil = await sendAndSettle(deps, ready, onFailure)
    else await deps.store.write((tx) => recordDelay(tx, ready.row, { dueAt, error: null, refund: true }))
  }
}
