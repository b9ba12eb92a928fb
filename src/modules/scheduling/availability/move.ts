import type { Deps } from '../../../deps'
import { dateText } from '../../../lib/calendar'
import { conflict } from '../../../lib/errors'
import { findFranchise } from '../../franchises'
import { assertMovable, moveByCustomer, type Job, type JobRow } from '../../jobs'
import { readMoveWindows } from './availability'
import { daysShown, firstDay } from './booking-page'
import type { MoveTimes } from './model'

/** A week of arrival windows that a booking can move to, without the one it has. */
export async function readMoveTimes(deps: Deps, job: JobRow, asked: string | null): Promise<MoveTimes> {
  await assertMovable(deps.store.read, deps, job)
  const franchise = (job.franchiseId && (await findFranchise(deps.store.read, job.franchiseId))) || null
  const first = firstDay(deps, { from: asked, franchise })
  const from = dateText(first)
  const found = await readMoveWindows(deps, job, { from, days: daysShown })
  const windows = (found?.windows ?? []).filter(
    ({ date, window }) => date !== job.preferredDate || window !== job.preferredTime,
  )
  return {
    windows: windows.map(({ date, window, recommended }) => ({ date, window, recommended })),
    from,
    next: dateText(first.add({ days: daysShown })),
  }
}

/** Moves a booking to an arrival window, if it is still available. */
export async function moveBooking(
  deps: Deps,
  job: JobRow,
  { date, window }: { date: string; window: string },
): Promise<Job> {
  const { windows } = await readMoveTimes(deps, job, date)
  if (!windows.some((one) => one.date === date && one.window === window))
    throw conflict("That time isn't available anymore. Choose another one.")
  return moveByCustomer(deps, job.id, { date, window, revision: job.revision })
}
