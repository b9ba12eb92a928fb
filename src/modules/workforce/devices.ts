import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { workerTokens } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Caller } from '../../http/request'
import { minute } from '../../lib/clock'
import { deviceOf } from '../../lib/device'

/** The phone asks twice a minute, and nobody needs to know more exactly. */
const seenEvery = 10 * minute

/** Notes that a phone called, after the answer: a full disk mustn't hide the day. */
export function noteDevice(
  { store, clock, background }: Deps,
  { tokenId = '' }: Caller,
  { headers }: Request,
): void {
  const now = clock.now()
  const isDue = and(
    eq(workerTokens.id, tokenId),
    or(isNull(workerTokens.lastSeenAt), lt(workerTokens.lastSeenAt, now - seenEvery)),
  )
  background.run('device seen', async () => {
    const [due] = await store.read.select({ id: workerTokens.id }).from(workerTokens).where(isDue).limit(1)
    if (!due) return
    const seen = { lastSeenAt: now, device: deviceOf(headers.get('user-agent')) }
    await store.write((tx) => tx.update(workerTokens).set(seen).where(isDue))
  })
}
