import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import { conflict } from '../../lib/errors'
import { wakeSender } from '../messages/wake'
import { requireJob } from './find'
import type { Job } from './model'
import { presentJob } from './present'
import { scheduleInUnit, type Visit } from './schedule'

type Assignment = Pick<Visit, 'workerId' | 'revision' | 'actor' | 'tellCustomer'>

/** Same time, other worker. */
export async function assignJob(deps: Deps, id: string, assignment: Assignment): Promise<Job> {
  const assigned = await deps.store.write(async (tx) => {
    const { scheduledStart, scheduledEnd, busyUntil } = await requireJob(tx, id)
    if (scheduledStart === null || scheduledEnd === null || busyUntil === null)
      throw conflict('The job has no time yet; schedule it instead')
    return scheduleInUnit(tx, deps, id, {
      ...assignment,
      start: scheduledStart,
      end: scheduledEnd,
      bufferMinutes: (busyUntil - scheduledEnd) / minute,
    })
  })
  wakeSender(deps)
  return presentJob(assigned)
}
