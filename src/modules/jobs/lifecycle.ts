import type { JobStatus } from '../../../db/schema/jobs'
import { conflict } from '../../lib/errors'

/** From each status, the ones a job may go to. Getting a time is not a move: `schedule` does that. */
const moves: Record<JobStatus, readonly JobStatus[]> = {
  pending: ['cancelled'],
  scheduled: ['pending', 'en_route', 'cancelled', 'no_show'],
  en_route: ['in_progress', 'cancelled', 'no_show'],
  in_progress: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  no_show: [],
}

/** A visit can be given or changed until the worker is on the way. */
const schedulable: readonly JobStatus[] = ['pending', 'scheduled']

export const mayMove = (from: JobStatus, to: JobStatus): boolean => moves[from].includes(to)
export const mayBeScheduled = (from: JobStatus): boolean => schedulable.includes(from)
export const hasEnded = (status: JobStatus): boolean => moves[status].length === 0

export function assertMove(from: JobStatus, to: JobStatus): void {
  if (mayMove(from, to)) return
  const open = moves[from]
  throw conflict(
    open.length === 0
      ? `The job is ${words(from)}; it cannot be changed any more`
      : `A job that is ${words(from)} can become ${open.map(words).join(', ')}, but not ${words(to)}`,
  )
}

const words = (status: JobStatus) => status.replaceAll('_', ' ')
