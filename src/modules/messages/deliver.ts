import type { Deps } from '../../deps'
import { letRequestsPass, restAfter } from '../../lib/background'
import { claimRows, isAnyDue, type Channel, type Wanted } from './claim'
import { recoverLeases } from './recover'
import { sendAndSettle, type OnFailure } from './settle'
import { triage, type Ready } from './triage'

const channels: Channel[] = ['email', 'sms']
/** In milliseconds. */
const breather = 5

/** In a demo nothing leaves, so that a batch is one unit of writes; for a provider it is what fits its pace. */
export function batchSize({ providers }: Deps, channel: Channel): number {
  const { name, width } = providers[channel]
  return name === 'demo' ? 200 : width * 3
}

/** One unit takes a batch and settles what needs no sending; the rest is sent, so many at a time. */
export async function deliverBatch(
  deps: Deps,
  wanted: Wanted,
  onFailure: OnFailure,
): Promise<{ taken: number; ms: number }> {
  const startedAt = performance.now()
  const batch = await deps.store.write(async (tx) => {
    const rows = await claimRows(tx, deps.clock.now(), wanted)
    return { taken: rows.length, ready: rows.length === 0 ? [] : await triage(deps, tx, rows) }
  })
  const ms = performance.now() - startedAt
  await Promise.all(channels.map((channel) => sendAll(deps, channel, batch.ready, onFailure)))
  return { taken: batch.taken, ms }
}

async function sendAll(deps: Deps, channel: Channel, all: Ready[], onFailure: OnFailure): Promise<void> {
  const waiting = all.filter(({ row }) => row.channel === channel)
  const sender = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await sendAndSettle(deps, next, onFailure)
  }
  await Promise.all(Array.from({ length: deps.providers[channel].width }, sender))
}

/** Sends everything that is due, and gives how many messages were taken up. */
export async function deliverDue(deps: Deps): Promise<number> {
  await recoverLeases(deps)
  const counts = await Promise.all(channels.map((channel) => deliverChannel(deps, channel, async () => {})))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The same for one channel in the background, with a rest after each batch so that requests come first. */
export async function drain(deps: Deps, channel: Channel): Promise<void> {
  await letRequestsPass()
  await deliverChannel(deps, channel, (ms) => restAfter(performance.now() - ms))
  // Wake-ups of the next moment find a run under way and cost nothing.
  await Bun.sleep(breather)
}

async function deliverChannel(
  deps: Deps,
  channel: Channel,
  rest: (ms: number) => Promise<void>,
): Promise<number> {
  let count = 0
  while (!deps.background.stopping && deps.providers[channel].restingFor() === 0) {
    if (!(await isAnyDue(deps.store.read, deps.clock.now(), channel))) break
    const { taken, ms } = await deliverBatch(deps, { channel, limit: batchSize(deps, channel) }, 'retry')
    count += taken
    await rest(ms)
  }
  return count
}
