import type { Store } from '../../../db/store'
import { flightsOf as flightsOfOwner, type SingleFlight } from '../../lib/single-flight'

/**
 * Spares the processor: ten requests that want the same thing settled ask for it once. Nothing relies on
 * it, since another process has flights of its own; that is what the keys are for.
 */
export const flightsOf = ({ store }: { store: Store }): SingleFlight => flightsOfOwner(store)
