import { eq } from 'drizzle-orm'
import { demoKeys } from '../../../../db/schema'
import type { Store, Tx } from '../../../../db/store'
import type { Clock } from '../../../lib/clock'
import { upstream } from '../../../lib/errors'
import { isRefusedBecause, PaymentRefused } from '../refused'

/** Everything the demo processor depends on. */
export interface DemoWorld {
  store: Store
  clock: Clock
  /** Its pages are served by us. */
  publicUrl: string
  /** Call this when there may be events to deliver. */
  announce(): void
}

/** Ids must be unguessable, because some of them open a page. */
export const demoId = (prefix: string): string => `${prefix}_demo_${crypto.randomUUID().replaceAll('-', '')}`

interface Work<T> {
  /** Part of a request's identity. */
  operation: string
  /** Does the work and returns the id of the new object. Anything written before a refusal stays. */
  make(tx: Tx, now: number): Promise<string>
  load(tx: Tx, id: string): Promise<T>
}

/**
 * Runs the work once per key, like the real processor: the same order always gets the same object or refusal,
 * and a different order with the same key gets an error.
 */
export async function once<T>(world: DemoWorld, order: { key: string }, work: Work<T>): Promise<T> {
  const request = fingerprint(work.operation, order)
  const outcome = await world.store.write(async (tx) => {
    const [known] = await tx.select().from(demoKeys).where(eq(demoKeys.key, order.key)).limit(1)
    if (known && known.request !== request)
      throw upstream('The payment processor', new Error('the key was used for another request'))
    const done = known ?? (await doAndRemember(tx, world.clock.now(), { key: order.key, request }, work))
    return done.objectId === null ? refusalOf(done.refusal) : work.load(tx, done.objectId)
  })
  world.announce()
  if (outcome instanceof PaymentRefused) throw outcome
  return outcome
}

async function doAndRemember<T>(
  tx: Tx,
  now: number,
  asked: { key: string; request: string },
  work: Work<T>,
): Promise<{ objectId: string | null; refusal: string | null }> {
  const outcome = { objectId: null as string | null, refusal: null as string | null }
  try {
    outcome.objectId = await work.make(tx, now)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    outcome.refusal = error.because
  }
  await tx.insert(demoKeys).values({ ...asked, ...outcome, createdAt: now })
  return outcome
}

function refusalOf(because: string | null): PaymentRefused {
  return new PaymentRefused(because !== null && isRefusedBecause(because) ? because : 'not-possible')
}

function fingerprint(operation: string, order: object): string {
  const sorted = Object.entries(order).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return new Bun.CryptoHasher('sha256').update(JSON.stringify([operation, sorted])).digest('hex')
}
