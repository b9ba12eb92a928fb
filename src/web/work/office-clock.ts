import { now } from '../client/now'
import { kept } from '../client/storage'

/** How far the clock of the office is ahead of the phone's: a phone may be set to anything. */
const ahead = kept<number>('work-clock')

export const setClockBy = (officeNow: string): void => ahead.write(Date.parse(officeNow) - now())

/** What the clock of the office shows, also without a connection. */
export const officeTime = (): string => new Date(now() + (ahead.read() ?? 0)).toISOString()
