import { eq, and, isNotNull, or, sql, asc } from 'drizzle-orm'
import { franchises, franchiseZips, serviceTypes } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { dateText, localDateAt, isOpenDay, weekdaysIn } from '../../../lib/calendar'
import { Refusal } from '../../../lib/errors'
import { unitsFromCents } from '../../../lib/money'
import { priceBy, rulesInUnits } from '../../../lib/price-rules'
import { zipIn } from '../../../lib/text'
import { findFranchise, servingOnceFound, servingWrittenZip } from '../../franchises'
import { placeAddress } from '../../geo'
import { readAvailability } from './availability'
import type { Availability, AvailabilityQuery, AreaAnswer, OfferedService } from './model'

/** A day with its available arrival windows, by the labels that a booking uses. */
export interface OfferedDay {
  date: string
  windows: string[]
}

export interface OfferedTimes {
  /** `free`: a technician is available then. `wish`: a preference that HQ or dispatch turns into a visit. */
  kind: 'free' | 'wish'
  days: OfferedDay[]
  /** The first free window from tomorrow on, as `2026-03-04|12:00-14:00`; null on later pages. */
  soonest: string | null
  /** The shown window that fits our routes best. */
  recommended: string | null
  /** The first day after those shown. */
  next: string
}

export interface TimesWanted {
  address: string
  service: string
  gutterLength: number | null
  stories: number | null
  addOns: readonly string[]
  /** A service by quote promises no time. */
  byQuote: boolean
  /** The first day to show, tomorrow at the earliest. */
  from: string | null
  franchise: { id: string; timeZone: string } | null
  /** The visitor who asks: the window they hold is free for them. */
  visitor?: string | undefined
}

const preferenceLabels = ['morning', 'afternoon', 'any']
export const daysShown = 7
const farthest = 90

/** Offers windows that dispatch can keep, or days to request if nobody is known to be free. */
export async function offerTimes(deps: Deps, wanted: TimesWanted): Promise<OfferedTimes> {
  const first = firstDay(deps, wanted)
  const { windows } = await freeWindows(deps, wanted, dateText(first))
  const next = dateText(first.add({ days: daysShown }))
  if (windows.length === 0) {
    const days = await preferenceDays(deps, wanted, first)
    return { kind: 'wish', days, next, soonest: null, recommended: null }
  }
  const byDate = Map.groupBy(windows, ({ date }) => date)
  const days = [...byDate].map(([date, free]) => ({ date, windows: free.map(({ window }) => window) }))
  const nameOf = (one: { date: string; window: string } | undefined) =>
    one === undefined ? null : `${one.date}|${one.window}`
  const isFirstPage = dateText(firstDay(deps, { ...wanted, from: null })) === dateText(first)
  return {
    kind: 'free',
    days,
    next,
    soonest: isFirstPage ? nameOf(windows[0]) : null,
    recommended: nameOf(windows.find(({ recommended }) => recommended)),
  }
}

/** Never today, which is too soon to promise, and never beyond the bookable range. */
export function firstDay(
  { clock, settings }: Deps,
  { from, franchise }: { from: string | null; franchise: { timeZone: string } | null },
): Temporal.PlainDate {
  const today = localDateAt(clock.now(), franchise?.timeZone ?? settings.business.timeZone)
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 })
  const last = tomorrow.add({ days: farthest - daysShown })
  const asked = from === null ? tomorrow : Temporal.PlainDate.from(from)
  if (Temporal.PlainDate.compare(asked, tomorrow) < 0) return tomorrow
  return Temporal.PlainDate.compare(asked, last) > 0 ? last : asked
}

/** If finding free windows fails, customers can still request a day. */
async function freeWindows(
  deps: Deps,
  wanted: TimesWanted,
  from: string,
): Promise<Pick<Availability, 'windows'>> {
  if (wanted.byQuote) return { windows: [] }
  try {
    return await readAvailability(deps, queryOf(wanted, { from, days: daysShown }), wanted.visitor)
  } catch (error) {
    if (error instanceof Refusal) return { windows: [] }
    throw error
  }
}

export function queryOf(
  { address, service, gutterLength, stories, addOns }: TimesWanted,
  days: Pick<AvailabilityQuery, 'from' | 'days'>,
): AvailabilityQuery {
  return {
    ...days,
    address,
    service,
    ...(gutterLength === null ? {} : { gutterLength }),
    ...(stories === null ? {} : { stories }),
    addOns: addOns.join(','),
  }
}

async function preferenceDays(
  { store, settings }: Pick<Deps, 'store' | 'settings'>,
  { franchise }: TimesWanted,
  first: Temporal.PlainDate,
): Promise<OfferedDay[]> {
  const { week, holidays } = settings.hours
  const own = franchise === null ? [] : await blackoutDatesOf(store, franchise.id)
  const closed = new Set([...own, ...holidays])
  const weekdays = weekdaysIn(week)
  return Array.from({ length: daysShown }, (_, ahead) => first.add({ days: ahead }))
    .filter((date) => isOpenDay(date, { closed, weekdays }))
    .map((date) => ({ date: dateText(date), windows: preferenceLabels }))
}

async function blackoutDatesOf(store: Deps['store'], id: string): Promise<string[]> {
  const [row] = await store.read
    .select({ dates: franchises.blackoutDates })
    .from(franchises)
    .where(eq(franchises.id, id))
    .limit(1)
  return row?.dates ?? []
}

/**
 * Whether we serve an address, and which franchise. The ZIP code decides if there is one, as in a booking.
 */
export async function checkArea(deps: Deps, address: string): Promise<AreaAnswer> {
  const { read } = deps.store
  const zip = zipIn(address)
  const byZip = await servingWrittenZip(read, zip)
  if (byZip) return served(deps, byZip.id)
  const place = await placeIfFound(deps, address)
  const byPlace = place && (await servingOnceFound(read, { place, zip: place.zip ?? null }))
  if (byPlace) return served(deps, byPlace.id)
  // Before any service area is drawn, nobody is turned away: HQ looks at each booking.
  if (!(await anyAreaIsDrawn(deps))) return { area: 'served', franchise: null }
  // A town may be only partly inside the area, but its ZIP code tells.
  return { area: zip === null && place?.zip === undefined ? 'unknown' : 'outside', franchise: null }
}

async function served({ store }: Deps, id: string): Promise<AreaAnswer> {
  const franchise = await findFranchise(store.read, id)
  if (!franchise) return { area: 'unknown', franchise: null }
  const { name, timeZone, taxBasisPoints } = franchise
  return { area: 'served', franchise: { id, name, timeZone, taxPercent: taxBasisPoints / 100 } }
}

/** If the geocoder can't answer now, nobody is turned away: we ask for the ZIP code. */
async function placeIfFound(deps: Deps, address: string) {
  try {
    return await placeAddress(deps, address)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function anyAreaIsDrawn({ store }: Deps): Promise<boolean> {
  const [drawn] = await store.read
    .select({ id: franchises.id })
    .from(franchises)
    .where(
      and(
        eq(franchises.active, true),
        or(
          isNotNull(franchises.areaPolygon),
          sql`EXISTS (SELECT 1 FROM ${franchiseZips} WHERE ${franchiseZips.franchiseId} = ${franchises.id})`,
        ),
      ),
    )
    .limit(1)
  return drawn !== undefined
}

/** More than anyone reads; a business has about a dozen. */
const mostServices = 200

/** Bookable services, by name. */
export async function offeredServices({ store }: Pick<Deps, 'store'>): Promise<OfferedService[]> {
  const rows = await store.read
    .select()
    .from(serviceTypes)
    .where(eq(serviceTypes.active, true))
    .orderBy(asc(serviceTypes.label))
    .limit(mostServices)
  return rows.map(({ id, label, baseMinutes, minutesPerFootStory, ...rules }) => {
    const least = priceBy(rules, { gutterLength: null, stories: null, addOns: [] })
    return {
      id,
      label,
      price: least === null ? null : unitsFromCents(least),
      ...rulesInUnits(rules),
      minutes: baseMinutes,
      dependsOnSize: minutesPerFootStory > 0,
    }
  })
}
