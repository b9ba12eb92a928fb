import { timeOfDay } from '../../../lib/hours'
import { momentOf } from '../shared/zone'

/** A place on the board. */
export interface Place {
  workerId: string | null
  date: string
  /** Minutes since midnight. */
  minutes: number
  timeZone: string
}

/** The moment of a place. A local time that doesn't exist counts as noon. */
export function startOf({ date, minutes, timeZone }: Omit<Place, 'workerId'>): string {
  const moment = momentOf({ date, time: timeOfDay(minutes) }, timeZone)
  return new Date(moment ?? Date.parse(`${date}T12:00:00Z`)).toISOString()
}
