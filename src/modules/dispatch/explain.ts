import type { Deps } from '../../deps'
import { conflict, missing } from '../../lib/errors'
import { serviceOf } from '../jobs/duration'
import { Branches } from './branches'
import { readCrew, readMembers, type CrewMember, type CrewWorker } from './crew'
import { explain, type WorkerAnswer } from './engine/explain'
import { runInSlices } from './engine/slices'
import type { World } from './engine/world'
import { presentAnswer, presentWaiting } from './explanation'
import type { DispatchExplanation } from './model'
import { readOpenJob } from './open-jobs'
import { Travel } from './travel'
import { waitingJob, type Waiting } from './triage'

/** For every worker the first rule that fails and what would help, or the cost and its parts. */
export async function explainJob(deps: Deps, id: string): Promise<DispatchExplanation> {
  const { waiting, now } = await readWaiting(deps, id)
  const members = await readMembers(deps.store.read, undefined, { inactive: true })
  const travel = new Travel(deps)
  const workers = await crewBeside(deps, waiting, members, now)
  const ours = workers.filter(({ franchiseId }) => franchiseId === waiting.job.franchiseId)
  const times = await travel.between(waiting.branch.id ?? '', ours, [waiting.job])
  const world = { now, workers, jobs: [waiting.job], travel: times }
  const answers = await runInSlices(askEverybody(world, id))
  const memberOf = new Map(members.map((member) => [member.id, member]))
  return {
    ...presentWaiting(waiting),
    travel: travel.source,
    workers: answers.map((answer) => presentAnswer(answer, memberOf.get(answer.workerId)!, waiting)),
  }
}

async function readWaiting(deps: Deps, id: string): Promise<{ waiting: Waiting; now: number }> {
  const now = deps.clock.now()
  const row = await readOpenJob(deps.store.read, id)
  if (!row) throw missing('Job')
  if (row.status !== 'pending' && row.status !== 'scheduled')
    throw conflict(`The job is ${row.status.replaceAll('_', ' ')}; nobody is looked for any more`)
  const branch = (await Branches.read(deps, now)).of(row.franchiseId)
  return { waiting: waitingJob(row, branch, await serviceOf(deps.store.read, row.type)), now }
}

/** Hours and visits are read for those who could come; a visit the job has already is not in its own way. */
async function crewBeside(
  { store }: Deps,
  { branch, row }: Waiting,
  members: CrewMember[],
  now: number,
): Promise<CrewWorker[]> {
  const isOurs = ({ franchiseId }: CrewMember) => franchiseId === row.franchiseId
  const { calendar, days } = branch
  const ours = await readCrew(store.read, members.filter(isOurs), { calendar, days, now })
  const others = members.filter((member) => !isOurs(member))
  return [
    ...ours.map((worker) => ({ ...worker, visits: worker.visits.filter(({ jobId }) => jobId !== row.id) })),
    ...others.map((member) => ({ ...member, home: null, days: [], timeOff: [], visits: [] })),
  ]
}

/** One worker at a time, so that a large crew holds nobody up; then as the planner would order them. */
function* askEverybody(world: World, jobId: string): Generator<void, WorkerAnswer[]> {
  const answers: WorkerAnswer[] = []
  for (const worker of world.workers) {
    answers.push(...(explain({ ...world, workers: [worker] }, jobId)?.workers ?? []))
    yield
  }
  const cost = (answer: WorkerAnswer) => (answer.fits ? answer.score.total : Number.MAX_VALUE)
  return answers.toSorted((a, b) => cost(a) - cost(b) || (a.workerId < b.workerId ? -1 : 1))
}
