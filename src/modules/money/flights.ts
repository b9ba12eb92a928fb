import type { Store } from '../../../db/store'
import { SingleFlight } from '../../lib/single-flight'

const flights = new WeakMap<Store, SingleFlight>()

/**
 * Spares the processor: ten requests that want the same thing settled ask for it once. Nothing relies on
 * it, since another process has flights of its own; that is what the keys are for.
 */
export function flightsOf({ store }: { store: Store }): SingleFlight {
  const known = flights.get(store)
  if (known) return known
  const fresh = new SingleFlight()
  flights.set(store, fresh)
  return fresh
}
