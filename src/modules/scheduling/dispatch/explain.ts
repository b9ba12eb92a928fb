import type { Deps } from '../../../deps'
import { isoTime } from '../../../lib/clock'
import { conflict, missing, must } from '../../../lib/errors'
import { serviceOf } from '../../catalog'
import { statusText } from '../../jobs'
import { explain, type WorkerAnswer, type Change } from '../engine/explain'
import { runInSlices } from '../engine/slices'
import type { OpenJob, World } from '../engine/world'
import type { CrewWorker } from '../planner/replan'
import { Branches } from '../world/branches'
import { orderNote, waitsFor, within } from '../world/chains'
import { readCrew, readMembers, skillKey, type CrewMember } from '../world/crew'
import { readOpenJob } from '../world/open-jobs'
import { changeSentence, failureSentence, minutes } from '../world/reasons'
import { Travel } from '../world/travel'
import { waitingJob, setAside, franchiseProblem, sentenceOf, type Waiting } from '../world/triage'
import { rounded } from './actions'
import type { DispatchExplanation, WorkerVerdict } from './model'

/**
 * For every worker, the first rule that fails and what would help, or the cost and its parts. A caller limited
 * to one franchise sees only its workers.
 */
export async function explainJob(
  deps: Deps,
  id: string,
  franchiseId: string | null = null,
): Promise<DispatchExplanation> {
  const { waiting, now } = await readWaiting(deps, id)
  const job = withinReach(waiting)
  const members = await readMembers(deps.store.read, franchiseId ?? undefined, { inactive: true })
  const travel = new Travel(deps)
  const workers = await crewBeside(deps, waiting, members, now)
  const ours = workers.filter(({ franchiseId }) => franchiseId === waiting.job.franchiseId)
  const times = await travel.between(waiting.branch.id ?? '', ours, [job])
  const world = { now, workers, jobs: [job], travel: times }
  const answers = await runInSlices(askEverybody(world, id))
  const memberOf = new Map(members.map((member) => [member.id, member]))
  return {
    ...presentWaiting(waiting),
    travel: travel.source,
    workers: answers.map((answer) =>
      presentAnswer(answer, must(memberOf.get(answer.workerId), 'The worker'), waiting),
    ),
  }
}

/** A preferred time that is over, or on a closed day, helps nobody: the technicians' next free times do. */
const withinReach = ({ job, wish, bounds }: Waiting): OpenJob =>
  wish.state === 'passed' || wish.state === 'closed' ? { ...job, windows: within(null, bounds) } : job

async function readWaiting(deps: Deps, id: string): Promise<{ waiting: Waiting; now: number }> {
  const now = deps.clock.now()
  const row = await readOpenJob(deps.store.read, id)
  if (!row) throw missing('Job')
  if (row.status !== 'pending' && row.status !== 'scheduled')
    throw conflict(`This job is ${statusText(row.status)}, so it no longer needs a technician`)
  const branch = (await Branches.read(deps, now)).of(row.franchiseId)
  return { waiting: waitingJob(row, branch, await serviceOf(deps.store.read, row.type)), now }
}

/** Reads hours and visits only for workers who could come. The job's own visit isn't in its way. */
async function crewBeside(
  { store }: Deps,
  { branch, row }: Waiting,
  members: CrewMember[],
  now: number,
): Promise<CrewWorker[]> {
  const isOurs = ({ franchiseId }: CrewMember) => franchiseId === row.franchiseId
  const { calendar, days, base } = branch
  const ours = await readCrew(store.read, members.filter(isOurs), { calendar, days, base, now })
  const others = members.filter((member) => !isOurs(member))
  return [
    ...ours.map((worker) => ({ ...worker, visits: worker.visits.filter(({ jobId }) => jobId !== row.id) })),
    ...others.map((member) => ({ ...member, home: null, days: [], timeOff: [], visits: [] })),
  ]
}

/** One worker at a time, so a large crew doesn't block anything; then sorted as the planner would. */
function* askEverybody(world: World, jobId: string): Generator<void, WorkerAnswer[]> {
  const answers: WorkerAnswer[] = []
  for (const worker of world.workers) {
    answers.push(...(explain({ ...world, workers: [worker] }, jobId)?.workers ?? []))
    yield
  }
  const cost = (answer: WorkerAnswer) => (answer.fits ? answer.score.total : Number.MAX_VALUE)
  return answers.toSorted((a, b) => cost(a) - cost(b) || (a.workerId < b.workerId ? -1 : 1))
}

/** The part of the explanation about the job itself. */
export function presentWaiting(waiting: Waiting) {
  const { row, job, wish, branch } = waiting
  const problem = job.place === null ? 'no_place' : job.durationMinutes === null ? 'no_duration' : null
  const closed = row.status === 'pending' ? franchiseProblem(branch) : null
  const found = row.status === 'pending' ? (setAside(waiting) ?? problem) : problem
  const reason = found ?? (closed === null ? null : 'out_of_area')
  const isFirstMissing = row.status === 'pending' && waitsFor(waiting) !== null
  const order = orderNote(row, branch.calendar.timeZone)
  return {
    jobId: row.id,
    status: row.status,
    worker: row.workerId,
    reason: reason ?? (isFirstMissing ? ('waits_for_job' as const) : null),
    detail: found ? sentenceOf(waiting, found) : (closed ?? order),
    windows: wish.windows?.map(({ from, until }) => ({ start: isoTime(from), end: isoTime(until) })) ?? null,
    windowUnclear: wish.unclear,
  }
}

export function presentAnswer(
  answer: WorkerAnswer,
  { name }: CrewMember,
  { service, branch }: Waiting,
): WorkerVerdict {
  const written = (skills: string[]) =>
    skills.map((skill) => service?.skills.find((own) => skillKey(own) === skill) ?? skill)
  const who = { worker: answer.workerId, name, fits: answer.fits }
  if (answer.fits) {
    const { date, visit, score } = answer
    const { travel, lateness, balance, familiarity, overtime, overtimeMinutes, total } = score
    return {
      ...who,
      date,
      start: isoTime(visit.start),
      end: isoTime(visit.end),
      score: {
        travel: rounded(travel),
        lateness: rounded(lateness),
        balance: rounded(balance),
        familiarity: rounded(familiarity),
        ...(overtime !== undefined && { overtime: rounded(overtime) }),
        total: rounded(total),
      },
      rule: null,
      detail:
        overtimeMinutes === undefined
          ? 'Available.'
          : `Available with ${minutes(overtimeMinutes)} of overtime.`,
      change: null,
    }
  }
  const failure =
    answer.failure.rule === 'skills'
      ? { ...answer.failure, missing: written(answer.failure.missing) }
      : answer.failure
  const nothing = { date: null, start: null, end: null, score: null }
  return {
    ...who,
    ...nothing,
    rule: failure.rule,
    detail: (failure.rule === 'service_area' && franchiseProblem(branch)) || failureSentence(failure),
    change: presentChange(answer.change, written),
  }
}

function presentChange(
  change: Change | null,
  written: (skills: string[]) => string[],
): WorkerVerdict['change'] {
  if (change === null) return null
  const told = change.kind === 'skills_learned' ? { ...change, skills: written(change.skills) } : change
  return {
    kind: told.kind,
    by: 'by' in told ? told.by : null,
    unit: 'unit' in told ? told.unit : null,
    date: 'date' in told ? told.date : null,
    sentence: changeSentence(told),
  }
}
