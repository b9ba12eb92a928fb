import { eq } from 'drizzle-orm'
import { franchises } from '../../../db/schema'
import type { Deps } from '../../deps'
import { Refusal } from '../../lib/errors'
import { localDateAt } from '../../lib/local-days'
import { isOpenDay } from '../../lib/open-days'
import type { Availability } from '../availability/model'
import { readAvailability } from '../availability/service'

/** A day with the time windows one may choose on it, by the labels a booking carries. */
export interface OfferedDay {
  date: string
  windows: string[]
}

export interface Offer {
  /** `free`: somebody can come then. `wish`: a wish, which headquarters or dispatch makes a time of. */
  kind: 'free' | 'wish'
  days: OfferedDay[]
  /** The first day after those shown. */
  next: string
}

export interface Wanted {
  address: string
  /** The label of the service. */
  service: string
  gutterLength: number | null
  stories: number | null
  /** The first day to show; tomorrow when it is not after that. */
  from: string | null
  franchise: { id: string; timeZone: string } | null
}

const wishes = ['morning', 'afternoon', 'any']
const daysShown = 7
const farthest = 90

/** What dispatch can keep, where it knows of somebody free; else days to wish for. */
export async function offerTimes(deps: Deps, wanted: Wanted): Promise<Offer> {
  const first = firstDay(deps, wanted)
  const { windows } = await freeWindows(deps, wanted, first.toString())
  const next = first.add({ days: daysShown }).toString()
  if (windows.length === 0) return { kind: 'wish', days: await wishedDays(deps, wanted, first), next }
  const byDate = Map.groupBy(windows, ({ date }) => date)
  const days = [...byDate].map(([date, free]) => ({ date, windows: free.map(({ window }) => window) }))
  return { kind: 'free', days, next }
}

/** Today is too near to promise; what is too far away is brought back. */
function firstDay({ clock, config }: Deps, { from, franchise }: Wanted): Temporal.PlainDate {
  const today = localDateAt(clock.now(), franchise?.timeZone ?? config.business.timeZone)
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 })
  const last = tomorrow.add({ days: farthest - daysShown })
  const asked = from === null ? tomorrow : Temporal.PlainDate.from(from)
  if (Temporal.PlainDate.compare(asked, tomorrow) < 0) return tomorrow
  return Temporal.PlainDate.compare(asked, last) > 0 ? last : asked
}

/** Trouble with finding free times is no reason to turn somebody away: wishes are taken instead. */
async function freeWindows(
  deps: Deps,
  { address, service, gutterLength, stories }: Wanted,
  from: string,
): Promise<Pick<Availability, 'windows'>> {
  try {
    return await readAvailability(deps, {
      address,
      service,
      from,
      days: daysShown,
      ...(gutterLength === null ? {} : { gutterLength }),
      ...(stories === null ? {} : { stories }),
    })
  } catch (error) {
    if (error instanceof Refusal) return { windows: [] }
    throw error
  }
}

async function wishedDays(
  { store }: Pick<Deps, 'store'>,
  { franchise }: Wanted,
  first: Temporal.PlainDate,
): Promise<OfferedDay[]> {
  const closed = new Set(franchise === null ? [] : await blackoutDatesOf(store, franchise.id))
  return Array.from({ length: daysShown }, (_, ahead) => first.add({ days: ahead }))
    .filter((date) => isOpenDay(date, { closed }))
    .map((date) => ({ date: date.toString(), windows: wishes }))
}

async function blackoutDatesOf(store: Deps['store'], id: string): Promise<string[]> {
  const [row] = await store.read
    .select({ dates: franchises.blackoutDates })
    .from(franchises)
    .where(eq(franchises.id, id))
    .limit(1)
  return row?.dates ?? []
}
