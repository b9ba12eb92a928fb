import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import { taskNamed, timetableOf } from '../tasks/registry'
import { nextSlot } from '../tasks/timetable'

/** So long somebody may take to book what is offered, and we to find the address on the map. */
const toBook = 5 * minute
/** A run begins a little after its moment, and the planner counts whole minutes. */
const late = minute

/**
 * When dispatch will have its first look at a booking made of what is offered now. What is offered must fit
 * then, in the night or on a Sunday that is long after now.
 */
export function nextRun({ config }: Pick<Deps, 'config'>, now: number): number {
  const dispatch = taskNamed('auto-dispatch')
  const soonest = now + toBook
  const slot = dispatch && nextSlot(timetableOf(dispatch, config), soonest)
  return (slot ?? soonest) + late
}
