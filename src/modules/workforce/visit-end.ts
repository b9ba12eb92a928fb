import type { Deps } from '../../deps'
import { minute } from '../../lib/clock'
import type { JobRow } from '../jobs'
import { approvedMinutes } from '../payments'

/** When a visit that has begun will likely end: its planned length and approved extras later, but never before now. */
export async function likelyEnd({ store, clock }: Deps, job: JobRow, begun: number): Promise<number> {
  const length = (job.scheduledEnd ?? 0) - (job.scheduledStart ?? 0)
  const added = await approvedMinutes(store.read, job)
  return Math.max(clock.now(), begun + length + added * minute)
}
