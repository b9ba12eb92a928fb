import type { OpenJob, Worker } from './world'

export function missingSkills(job: OpenJob, worker: Worker): string[] {
  return job.skills.filter((skill) => !worker.skills.includes(skill))
}

/** Tells by their numbers whether a worker has what a job needs. Services are few, so answers repeat. */
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
