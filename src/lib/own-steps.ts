import { minute } from './clock'

/** How long a technician waits at the door before nobody is home. */
export const waitAtDoorMs = 10 * minute
