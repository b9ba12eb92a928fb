import type { WorkDay } from '../../modules/workforce'
import { now } from '../client/clock'
import { kept } from '../client/storage'
import type { Deed } from './queue'

// Phones close tabs on their own, so all of this outlives them.
export const lastSeen = kept<WorkDay>('work-day')
export const unsentDeeds = kept<Deed[]>('work-queue')
const token = kept<string>('worker-token')

/** How far the clock of the office is ahead of the phone's: a phone may be set to anything. */
const ahead = kept<number>('work-clock')

export const setClockBy = (officeNow: string): void => ahead.write(Date.parse(officeNow) - now())

/** The time on the office's clock, even without a connection. */
export const officeTime = (): string => new Date(now() + (ahead.read() ?? 0)).toISOString()

/** The token this phone has from before. One that has expired takes everything with it, also offline. */
export function keptToken(): string | null {
  const known = token.read()
  // A phone that was never told the time of the office can't judge.
  if (known === null || ahead.read() === null || Date.parse(officeTime()) < endOf(known)) return known
  forgetDay()
  return null
}

/** Starts with a new token. Nobody else's day is shown until the office has sent the right one. */
export function startWith(fresh: string): void {
  lastSeen.clear()
  token.write(fresh)
}

/**
 * When the office ends a token, the phone may be in strange hands: names, addresses and numbers go. Steps that
 * were not sent yet stay, without the customer's name, and are sent once their worker opens a new link.
 */
export function forgetDay(): void {
  token.clear()
  lastSeen.clear()
  const deeds = unsentDeeds.read()
  if (deeds === null) return
  for (const deed of deeds) delete deed.customer
  unsentDeeds.write(deeds)
}

/** A token says when it ends; one that cannot be read is left for the office to refuse. */
function endOf(known: string): number {
  try {
    const payload = known.split('.')[1] ?? ''
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return (JSON.parse(text) as { exp: number }).exp * 1_000
  } catch {
    return Infinity
  }
}
