import { eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { zipIn } from '../../lib/us-address'
import { findFranchise } from '../franchises/area'
import { clearTask } from '../hq-tasks/raise'
import type { JobChange } from './admin-model'
import { requireJob } from './find'
import type { Job } from './model'
import { placeSoon } from './place'
import { presentJob } from './present'
import { reindexJob } from './search'
import { changeJob, type JobState } from './timeline'

/** Corrects what is known of a job. A new address is placed on the map anew unless its place is given too. */
export async function correctJob(deps: Deps, id: string, change: JobChange, actor: string): Promise<Job> {
  const at = deps.clock.now()
  const { franchiseId, priority, held, lat, lng, ...details } = change
  const corrected = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (franchiseId && !(await findFranchise(tx, franchiseId))) throw missing('Franchise')
    const moved = details.address !== undefined && details.address !== job.address
    const placed = lat !== undefined && lng !== undefined
    const state: Partial<JobState> = {
      ...(franchiseId === undefined ? {} : { franchiseId }),
      ...(priority === undefined ? {} : { priority }),
      ...(held === undefined ? {} : { held }),
      ...(placed ? { placeState: 'placed' as const } : moved ? { placeState: 'waiting' as const } : {}),
    }
    const aside = {
      ...(moved ? { zip: zipIn(details.address!), lat: null, lng: null, placeLabel: null } : {}),
      ...(placed ? { lat, lng, placeLabel: 'Set by hand' } : {}),
    }
    if (Object.keys(details).length > 0) await tx.update(jobs).set(details).where(eq(jobs.id, id))
    await reindexJob(tx, job.seq)
    const { job: changed } = await changeJob(
      tx,
      { ...job, ...details },
      state,
      { kind: 'corrected', actor, at },
      aside,
    )
    if (franchiseId) {
      await clearTask(tx, at, 'job.unknown-franchise', id)
      await clearTask(tx, at, 'job.no-franchise', id)
    }
    if (placed || moved) await clearTask(tx, at, 'job.unplaced', id)
    return changed
  })
  if (corrected.placeState === 'waiting') placeSoon(deps)
  return presentJob(corrected)
}
