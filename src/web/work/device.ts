import type { DayMap, WorkDay } from '../../modules/workforce'
import { now } from '../client/clock'
import { kept } from '../client/storage'
import { localDay, untilNextLook } from './local-day'
import type { Deed, Step } from './queue'

// Phones close tabs on their own, so all of this outlives them.
export const lastSeen = kept<WorkDay>('work-day')
/** The days after today. */
export const lastWeek = kept<WorkDay[]>('work-week')
/** Maps by date. */
export const lastMaps = kept<DayMap[]>('work-maps')
export const unsentDeeds = kept<Deed[]>('work-queue')
/** The last step, which can be taken back for a minute. */
export const lastStep = kept<{ key: string; jobId: string; step: Step; doneAt: string }>('work-step')
/** The visits where a photo of the door was taken. */
export const doorPhotos = kept<string[]>('work-doors')
const token = kept<string>('worker-token')

/** The time zone of the franchise, which stays when the days are forgotten. */
const zone = kept<string>('work-zone')

/** How far the clock of the office is ahead of the phone's: a phone may be set to anything. */
const ahead = kept<number>('work-clock')

/** Stores the day as the office has it, and sets the clock by it. */
export function keepDay(day: WorkDay): void {
  ahead.write(Date.parse(day.now) - now())
  zone.write(day.timeZone)
  lastSeen.write(day)
}

const officeNow = (): number => now() + (ahead.read() ?? 0)

/** The time on the office's clock, even without a connection. */
export const officeTime = (): string => new Date(officeNow()).toISOString()

/** The token this phone has from before. One that has expired takes everything with it, also offline. */
export function keptToken(): string | null {
  forgetPastDays()
  const known = token.read()
  // A phone that was never told the time of the office can't judge.
  if (known === null || ahead.read() === null || officeNow() < endOf(known)) return known
  forgetDay()
  return null
}

/** Starts with a new token. Nobody else's day is shown until the office has sent the right one. */
export function startWith(fresh: string): void {
  forgetLists()
  token.write(fresh)
}

/** Forgets what belongs to days before this date, or everything. */
type Forget = (before: string | null) => unknown

const otherKeepers = new Set<Forget>()

/** For other parts of the page that keep something about customers on the phone: they forget it along with the day. */
export function onForget(forget: Forget): void {
  otherKeepers.add(forget)
}

/**
 * When the office ends a token, the phone may be in strange hands: names, addresses and numbers go. Steps that
 * were not sent yet stay, without the customer's name, and are sent once their worker opens a new link.
 */
export function forgetDay(): void {
  token.clear()
  forgetLists()
  forgetNames(() => true)
  for (const forget of otherKeepers) forget(null)
}

function forgetLists(): void {
  for (const list of [lastSeen, lastWeek, lastMaps, doorPhotos]) list.clear()
}

/**
 * Customers of days that are over are nobody's business anymore. A new day begins with the list as it was seen
 * before, if it was. Returns whether a day is over.
 */
export function forgetPastDays(): boolean {
  const timeZone = zone.read()
  if (timeZone === null) return false
  const today = localDay(officeNow(), timeZone)
  for (const forget of otherKeepers) forget(today)
  forgetNames(({ doneAt }) => localDay(Date.parse(doneAt), timeZone) < today)
  lastMaps.write((lastMaps.read() ?? []).filter(({ date }) => date >= today))
  const ahead = (lastWeek.read() ?? []).filter(({ date }) => date >= today)
  lastWeek.write(ahead.filter(({ date }) => date > today))
  const seen = lastSeen.read()
  if (seen === null || seen.date >= today) return false
  const begun = ahead.find(({ date }) => date === today)
  if (begun) lastSeen.write(begun)
  else lastSeen.clear()
  return true
}

/** Forgets each day at its midnight while the page is open. Returns a function that stops it. */
export function forgetAtMidnight(onForgotten: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    if (forgetPastDays()) onForgotten()
    timer = setTimeout(look, untilNextLook(officeNow(), zone.read() ?? 'UTC'))
  }
  look()
  return () => clearTimeout(timer)
}

function forgetNames(isOver: (deed: Deed) => boolean): void {
  const deeds = unsentDeeds.read()
  if (deeds === null) return
  for (const deed of deeds) if (isOver(deed)) delete deed.customer
  unsentDeeds.write(deeds)
}

/** Most tokens have no end. One that can't be read is left for the office to refuse. */
function endOf(known: string): number {
  try {
    const payload = known.split('.')[1] ?? ''
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    return ((JSON.parse(text) as { exp?: number }).exp ?? Infinity) * 1_000
  } catch {
    return Infinity
  }
}
