import type { Deps } from '../../../deps'
import { second } from '../../../lib/clock'
import { lunchBreaks } from '../engine/lunch-breaks'
import type { Interval } from '../engine/world'
import { Branches } from '../world/branches'
import { readCrew, readMembers } from '../world/crew'
import { Travel } from '../world/travel'

/** A phone waits no longer; drives that the routing engine didn't report by then are estimated. */
const timeLimitMs = 5 * second

/** Where lunch fits between a technician's visits on a day, or null. */
export async function readLunch(
  deps: Deps,
  worker: { id: string; franchiseId: string | null },
  date: string,
): Promise<Interval | null> {
  const now = deps.clock.now()
  const { calendar, base } = (await Branches.read(deps, now)).of(worker.franchiseId)
  const members = (await readMembers(deps.store.read, worker.franchiseId)).filter(
    ({ id }) => id === worker.id,
  )
  const hasLunch = members.some(({ lunch }) => calendar.lunchOn(date, lunch))
  if (!hasLunch || calendar.isClosed(date)) return null
  const days = [calendar.day(date)]
  const crew = await readCrew(deps.store.read, members, { calendar, days, base, now })
  const times = await new Travel(deps, timeLimitMs).between(`lunch ${worker.id}`, crew, [])
  return crew.flatMap((one) => lunchBreaks(one, times))[0] ?? null
}
