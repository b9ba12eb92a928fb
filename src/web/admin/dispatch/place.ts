import type { Job } from '../../../modules/jobs/model'
import { lengthOf } from '../jobs/visit-times'
import { api } from '../session'
import { isoAt } from './day'

export interface Place {
  workerId: string | null
  date: string
  /** Minutes since midnight. */
  minutes: number
  timeZone: string
  tellCustomer: boolean
}

export const startOf = ({ date, minutes, timeZone }: Pick<Place, 'date' | 'minutes' | 'timeZone'>): string =>
  isoAt(date, minutes, timeZone)

/** Gives a job a worker and a time, if it is still as it was seen; how long it takes stays as it was. */
export async function placeJob(job: Job, { workerId, tellCustomer, ...when }: Place) {
  const { revision } = job
  const start = startOf(when)
  const length = lengthOf(job)
  const end = length === null ? undefined : new Date(Date.parse(start) + length).toISOString()
  await api.post(`/api/admin/jobs/${job.id}/schedule`, {
    start,
    end,
    workerId,
    tellCustomer,
    revision,
  })
}

export async function takeOff(job: Job, tellCustomer: boolean): Promise<void> {
  await api.post(`/api/admin/jobs/${job.id}/move`, { to: 'pending', tellCustomer })
}

export const isMovable = ({ status }: Job): boolean => status === 'pending' || status === 'scheduled'
