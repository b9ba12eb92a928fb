import type { Store } from '../../../db/store'
import { second } from '../../lib/clock'
import type { World } from '../dispatch/engine/world'
import type { Kept } from '../dispatch/promises'

const goodFor = 30 * second
const mostPlans = 200

const memories = new WeakMap<Store, Map<string, { key: number | bigint; plan: Promise<Kept> }>>()

/**
 * The plan for a franchise in which nothing has changed for some seconds: people look at several days and
 * services before they book, and several people at once.
 */
export function rememberedPlan(
  store: Store,
  name: string,
  { now, workers, jobs }: World,
  make: () => Promise<Kept>,
): Promise<Kept> {
  const plans = memories.get(store) ?? new Map()
  memories.set(store, plans)
  const key = Bun.hash(JSON.stringify([Math.floor(now / goodFor), workers, jobs]))
  const known = plans.get(name)
  if (known?.key === key) return known.plan
  const plan = make()
  plans.delete(name)
  plans.set(name, { key, plan })
  plan.catch(() => plans.delete(name))
  for (const oldest of plans.keys()) if (plans.size > mostPlans) plans.delete(oldest)
  return plan
}
