import type { Log } from '../../lib/log'
import type { CallLimits } from './guard'
import type { Timers } from './timers'

/** What delivery needs besides its keys; limits and timers differ in tests alone. */
export interface DeliveryTools {
  log: Log
  limits?: CallLimits
  timers?: Timers
}
