import type { Store } from '../../../db/store'
import { upstream, upstreamTimeout } from '../../../src/lib/errors'
import type { Payments } from '../../../src/providers/payments/types'
import type { Random } from './random'

/** Every step of a killed process gets this: nothing it does has an effect anymore. */
export class Killed extends Error {
  override name = 'Killed'
}

/** The life of one process, counted in steps: every write and every processor call has two. */
export class Life {
  steps = 0
  dead = false

  constructor(private readonly endsAt: number = Number.POSITIVE_INFINITY) {}

  step(): void {
    if (!this.dead && ++this.steps >= this.endsAt) this.dead = true
    if (this.dead) throw new Killed()
  }
}

/** Dies before a unit, or after its commit and before anyone learns of it. */
export function mortalStore(store: Store, life: Life): Store {
  return {
    engine: store.engine,
    read: store.read,
    async write(unit) {
      life.step()
      const value = await store.write(unit)
      life.step()
      return value
    },
    backup: (to, keeping) => store.backup(to, keeping),
    scrub: () => store.scrub(),
    health: () => store.health(),
    isDown: () => store.isDown(),
    queued: () => store.queued(),
    rest: () => store.rest(),
    watch: (watcher) => store.watch(watcher),
    close: () => store.close(),
  }
}

export interface Weather {
  random: Random
  /** How often a call fails, with or without its effect. */
  faultRate: number
  /** A planted bug: every attempt uses a new key. */
  changesKeys?: boolean
}

/**
 * The processor over a bad connection: calls time out with or without their effect, and the caller may die.
 */
export function acrossBadLine(
  payments: Payments,
  life: Life,
  { random, faultRate, changesKeys }: Weather,
): Payments {
  const fresh = (argument: unknown): unknown =>
    changesKeys && typeof argument === 'object' && argument !== null && 'key' in argument
      ? { ...argument, key: `${String(argument.key)}#${random.between(0, 1e9)}` }
      : argument
  const writes = new Set(['refund', 'transfer', 'reverseTransfer'])
  const call = async (name: string, method: (...given: unknown[]) => Promise<unknown>, given: unknown[]) => {
    life.step()
    const isFaulty = random.chance(faultRate)
    const failure = random.chance(0.5)
      ? upstreamTimeout('The payment processor')
      : upstream('The payment processor')
    if (isFaulty && random.chance(0.5)) throw failure
    const answer = await method(...(writes.has(name) ? given.map(fresh) : given))
    if (isFaulty) throw failure
    life.step()
    return answer
  }
  /** Each page of a list is a call of its own. */
  async function* pages(list: AsyncIterable<unknown>) {
    for await (const page of list) yield await call('page', async () => page, [])
  }
  return new Proxy(payments, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      if (name === 'eventsSince')
        return (...given: unknown[]) => pages(member.apply(target, given) as AsyncIterable<unknown>)
      return (...given: unknown[]) => call(String(name), member.bind(target) as never, given)
    },
  })
}
