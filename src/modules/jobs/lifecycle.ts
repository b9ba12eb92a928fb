import type { JobStatus } from '../../../db/schema/jobs'
import { conflict } from '../../lib/errors'
import { mayBecome, nextStatuses } from '../../lib/job-states'

/** A visit can be given or changed until the worker is on the way. */
const schedulable: readonly JobStatus[] = ['pending', 'scheduled']

export const mayBeScheduled = (from: JobStatus): boolean => schedulable.includes(from)

export function assertMove(from: JobStatus, to: JobStatus): void {
  if (mayBecome(from, to)) return
  const open: readonly JobStatus[] = nextStatuses[from]
  throw conflict(
    open.length === 0
      ? `The job is ${words(from)}; it cannot be changed any more`
      : `A job that is ${words(from)} can become ${open.map(words).join(', ')}, but not ${words(to)}`,
  )
}

const words = (status: JobStatus) => status.replaceAll('_', ' ')
