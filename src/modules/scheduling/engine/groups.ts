import type { Unplaced, UnplacedReason, OpenJob, Worker, World } from './world'

export interface FranchiseGroup {
  workers: Worker[]
  /** Jobs that can be planned. */
  jobs: OpenJob[]
  /** Jobs that no plan can help. */
  unplaced: Unplaced[]
}

/** Franchises share neither workers nor jobs, so each is planned separately. All lists are sorted by id. */
export function franchiseGroups(world: World): FranchiseGroup[] {
  const workers = Map.groupBy(world.workers.filter(isActive).toSorted(byId), ({ franchiseId }) => franchiseId)
  const jobs = Map.groupBy(world.jobs.toSorted(byId), ({ franchiseId }) => franchiseId)
  return [...jobs].map(([franchiseId, all]) => sortOut(all, workers.get(franchiseId) ?? []))
}

function sortOut(all: OpenJob[], workers: Worker[]): FranchiseGroup {
  const ableFor = new Map<string, boolean>()
  const someoneAble = (job: OpenJob): boolean => {
    const key = JSON.stringify(job.skills)
    const known = ableFor.get(key) ?? workers.some((worker) => missingSkills(job, worker).length === 0)
    ableFor.set(key, known)
    return known
  }
  const group: FranchiseGroup = { workers, jobs: [], unplaced: [] }
  for (const job of all) {
    const reason = lasting(job, someoneAble)
    if (reason === null) group.jobs.push(job)
    else group.unplaced.push({ jobId: job.id, reason })
  }
  return group
}

function lasting(job: OpenJob, someoneAble: (job: OpenJob) => boolean): UnplacedReason | null {
  if (job.place === null) return 'no_place'
  if (job.durationMinutes === null) return 'no_duration'
  if (!someoneAble(job)) return 'no_skill'
  if (!job.inServiceArea) return 'out_of_area'
  return null
}

export const isActive = ({ active }: Worker): boolean => active

/** Compares code units, so the order is the same on every machine and in every language. */
export const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export function missingSkills(job: OpenJob, worker: Worker): string[] {
  return job.skills.filter((skill) => !worker.skills.includes(skill))
}

/**
 * Checks by number whether a worker has the skills for a job. Services are few, so the answers are cached.
 */
export function skillTest(jobs: OpenJob[], workers: Worker[]): (job: number, worker: number) => boolean {
  const needs = new Map<string, { kind: number; job: OpenJob }>()
  const kindOf = Int32Array.from(jobs, (job) => {
    const key = JSON.stringify(job.skills.toSorted())
    const known = needs.get(key) ?? { kind: needs.size, job }
    needs.set(key, known)
    return known.kind
  })
  const able = Uint8Array.from(
    [...needs.values()].flatMap(({ job }) =>
      workers.map((worker) => (missingSkills(job, worker).length === 0 ? 1 : 0)),
    ),
  )
  return (job, worker) => able[kindOf[job]! * workers.length + worker] === 1
}
