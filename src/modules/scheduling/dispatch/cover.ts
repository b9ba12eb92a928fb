import type { Deps } from '../../../deps'
import { isoTime, minute } from '../../../lib/clock'
import { missing } from '../../../lib/errors'
import { isUnderWay } from '../../../lib/job-states'
import { promisedTime } from '../../../lib/promised-time'
import { formatsFor } from '../../../words/formats'
import { waysFor } from '../../messages'
import { withPlan } from '../engine/pairs'
import { planInSlices } from '../engine/plan'
import { judge } from '../engine/rules'
import { runInSlices } from '../engine/slices'
import { defaultOptions, type Placement, type World } from '../engine/world'
import type { CrewWorker } from '../planner/replan'
import { Branches, type Branch } from '../world/branches'
import { boundsOfVisit, orderNote, within } from '../world/chains'
import { basisOf, joinBases, readCrew, readMembers, skillKey, type CrewMember } from '../world/crew'
import { branchWorld, readServices } from '../world/load'
import { readOwnVisits, readVisitsBehind, type VisitRow } from '../world/open-jobs'
import { Travel } from '../world/travel'
import { waitingJob, type Waiting } from '../world/triage'
import { noVisit, rounded } from './actions'
import { summaryOf } from './cover-words'
import type { DispatchAction, DispatchRun } from './model'
import { offerFor } from './remedies'

/** A visit that its technician can't make, with what the customer was told. */
interface Stranded extends Waiting {
  row: VisitRow
  /** The other technician, if two make the visit. */
  partner: { id: string; isLead: boolean } | null
  told: { start: number; end: number; isWindow: boolean }
}

/** The proposal, for the technician it is about. */
interface Cover extends DispatchRun {
  summary: string
  worker: Pick<CrewMember, 'name' | 'franchiseId'>
  /** Whether the office wants it applied without a click. */
  isAccepted: boolean
}

/** Customers who were told the minute wait this long without complaint. */
const grace = 15 * minute

/**
 * Finds somebody for the visits that a worker can't make today, because they are off or running late. Everyone
 * else's visits stay where they are. Visits that nobody can make in time come with a window to offer. Writes nothing.
 */
export async function coverWorker(deps: Deps, workerId: string, franchiseId?: string): Promise<Cover> {
  const { read } = deps.store
  const now = deps.clock.now()
  const everyone = await readMembers(read, franchiseId, { inactive: true })
  const away = everyone.find(({ id }) => id === workerId)
  if (!away) throw missing('Technician')
  const branch = (await Branches.read(deps, now)).of(away.franchiseId)
  const members = everyone.filter((one) => one.franchiseId === away.franchiseId)
  const crew = await readCrew(read, members, { ...branch, now })
  const own = crew.find(({ id }) => id === workerId)
  const today = branch.calendar.day(branch.calendar.dateAt(now))
  const span = { workerId, from: today.start, before: today.end }
  const rows = await readOwnVisits(read, span)
  const serviceOf = await readServices(read)
  const all = rows
    .filter(({ status }) => status === 'scheduled')
    .map((row) => strandedOf(row, workerId, branch, serviceOf))
  const behind = (await readVisitsBehind(read, span))
    .map((row) => withOwn(strandedOf(row, row.workerId ?? '', branch, serviceOf)))
    .filter(isTooEarly)
  const travel = new Travel(deps)
  const around = await branchWorld(travel, { id: branch.id, now, workers: crew }, [...all, ...behind])
  const late = new Set(behind.map(({ row }) => row.id))
  const others = all.filter(({ row }) => !late.has(row.id))
  const stranded = [...(own ? cannotMake(own, others, around) : others), ...behind]
  const ids = new Set(stranded.map(({ row }) => row.id))
  const workers = crew.map((worker) => ({
    ...worker,
    // The partner of a visit for two still makes it.
    visits: worker.visits.filter(
      ({ jobId }) => !late.has(jobId) && (worker.id !== workerId || !ids.has(jobId)),
    ),
  }))
  const world = { ...around, workers, jobs: stranded.map(({ job }) => job) }
  const { placements } = await runInSlices(planInSlices(world, { startStepMinutes: stepFor(stranded) }))
  const nameOf = (id: string) => members.find((one) => one.id === id)?.name ?? 'Someone'
  const takers = placements.filter(({ jobId }) => !late.has(jobId)).map((placement) => placement.workerId)
  const moves: DispatchAction[] = []
  const actions: DispatchAction[] = []
  for (const one of stranded) {
    const placement = placements.find(({ jobId }) => jobId === one.row.id)
    if (placement) moves.push(takenOver(deps, one, placement, members))
    else actions.push(await toCall(branch, world, placements, one))
  }
  return {
    success: true,
    assigned: 0,
    escalated: actions.length,
    skipped: 0,
    actions,
    moved: moves.length,
    moves,
    summary: summaryOf(
      away.name,
      takers.map(nameOf),
      actions,
      stranded,
      moves.filter(({ jobId }) => late.has(jobId)),
      rows
        .filter((row) => isUnderWay(row.status) && row.end > now && (!own || isOff(own, row)))
        .map((row) => ({ row, branch })),
      today.date,
    ),
    todos: actions.length,
    timestamp: isoTime(now),
    worker: away,
    isAccepted: branch.visitMoves.acceptsPlans === true,
  }
}

function strandedOf(
  row: VisitRow,
  workerId: string,
  branch: Branch,
  serviceOf: Awaited<ReturnType<typeof readServices>>,
): Stranded {
  const waiting = waitingJob(row, branch, serviceOf(row.type))
  const visit = { ...row, scheduledStart: row.start, scheduledEnd: row.end }
  const found = promisedTime(visit, branch.calendar.timeZone)
  const told = found ?? { start: row.start, end: row.end, isWindow: false }
  const partner = partnerOf(row, workerId)
  // The other technician comes at the time that was planned.
  const window = partner
    ? { from: row.start, until: row.start }
    : { from: told.start, until: told.isWindow ? told.end : told.start }
  const job = {
    ...waiting.job,
    isForTwo: false,
    skills: partner?.isLead ? [] : waiting.job.skills,
    durationMinutes: (row.end - row.start) / minute,
    bufferMinutes: (row.busyUntil - row.end) / minute,
    windows: within([window], boundsOfVisit(row, branch.wishes.now)),
  }
  return { ...waiting, row, told, job, partner }
}

/** Its technician isn't late, so they make the visit if they can. */
const withOwn = (one: Stranded): Stranded => ({
  ...one,
  job: { ...one.job, preferredWorkerId: one.row.workerId },
})

/** Whether the job before it won't be done in time. */
const isTooEarly = ({ row, told, bounds }: Stranded): boolean =>
  bounds.from > row.start + (told.isWindow ? 0 : grace)

function partnerOf({ workerId: lead, secondWorkerId: second }: VisitRow, workerId: string) {
  if (lead === null || second === null) return null
  return lead === workerId ? { id: second, isLead: false } : { id: lead, isLead: true }
}

const isOff = ({ active, timeOff }: CrewWorker, visit: VisitRow): boolean =>
  !active || timeOff.some(({ start, end }) => start < visit.end && end > visit.start)

/** A technician who is off makes none of these visits, and one who is late only those they can still reach in time. */
function cannotMake(worker: CrewWorker, visits: readonly Stranded[], { now, travel }: World): Stranded[] {
  const ids = new Set(visits.map(({ row }) => row.id))
  const begun = worker.visits.filter(({ jobId, start }) => !ids.has(jobId) && start <= now)
  const last = begun.toSorted((a, b) => a.busyUntil - b.busyUntil).at(-1)
  let ready = Math.max(now, last?.busyUntil ?? now)
  let at = last?.place ?? worker.home
  return visits.filter(({ row, told, job }) => {
    const drive = at && job.place ? travel(at, job.place) * minute : 0
    const begins = Math.max(ready + drive, row.start)
    if (isOff(worker, row) || begins > (told.isWindow ? told.end : told.start + grace)) return true
    ready = begins + (row.busyUntil - row.start)
    at = job.place ?? at
    return false
  })
}

/** Visits start on the usual marks, unless a customer knows of another minute. */
const stepFor = (stranded: readonly Stranded[]): number =>
  stranded.every(
    ({ told, row, partner }) =>
      (told.isWindow && partner === null) || (partner ? row.start : told.start) % (5 * minute) === 0,
  )
    ? 5
    : 1

function takenOver(
  { settings }: Pick<Deps, 'settings'>,
  { row, branch, told, partner }: Stranded,
  { workerId, start, end, score }: Placement,
  members: readonly CrewMember[],
): DispatchAction {
  const zone = branch.calendar.timeZone
  const member = members.find(({ id }) => id === workerId)
  const { time, span } = formatsFor('en')
  const [lead, second] = partner?.isLead ? [partner.id, workerId] : [workerId, partner?.id ?? null]
  const stateOf = (id: string) => basisOf(members.find((one) => one.id === id)?.state ?? '')
  const kept = told.isWindow
    ? `, stays in the ${span(told.start, told.end, zone)} window`
    : ', same time as planned'
  return {
    ...noVisit,
    type: 'moved',
    jobId: row.id,
    worker: lead,
    second,
    reason: 'covers',
    detail: `${member?.name ?? 'Someone'} can take it at ${time(start, zone)}${kept}.`,
    travel: rounded(score.travel),
    start: isoTime(start),
    end: isoTime(end),
    revision: row.revision,
    basis: joinBases((second === null ? [lead] : [lead, second]).map(stateOf)),
    notifies:
      lead !== (row.namedWorkerId ?? lead) &&
      waysFor(settings, 'scheduled', row).some(({ channel }) => channel === 'email'),
    from: { worker: row.workerId ?? '', start: isoTime(row.start) },
  }
}

async function toCall(
  branch: Branch,
  world: World,
  placements: readonly Placement[],
  one: Stranded,
): Promise<DispatchAction> {
  const isForTwo = one.partner !== null
  const job = { ...one.job, isForTwo, skills: (one.service?.skills ?? []).map(skillKey) }
  const offer = await offerFor(branch, world, placements, { ...one, job })
  const order = orderNote(one.row, branch.calendar.timeZone)
  return {
    ...noVisit,
    type: 'escalated',
    jobId: one.row.id,
    reason: 'window_closing',
    detail: [
      whyNobody(withPlan(world, placements), one),
      offer ? 'Call the customer, or offer another time.' : 'Call the customer to find another time.',
      ...(order === null ? [] : [order]),
    ].join(' '),
    remedies: offer ? [offer] : [],
  }
}

/** The one thing that keeps everyone else from the visit, if there is one. */
function whyNobody({ workers, ...world }: World, { row, job }: Stranded): string {
  const others = workers.filter(
    ({ id, active, franchiseId }) =>
      active && franchiseId === job.franchiseId && id !== row.workerId && id !== row.secondWorkerId,
  )
  const rules = others.map(
    (worker) => judge({ ...world, workers: [worker] }, worker, job, defaultOptions).failure?.rule,
  )
  const ofAble = new Set(rules.filter((rule) => rule !== 'skills'))
  const [only] = ofAble
  if (others.length > 0 && ofAble.size === 0) return 'Nobody else has the skills for it.'
  if (ofAble.size > 1) return 'Nobody is free in time.'
  if (only === 'shift') return "It doesn't fit into anyone else's shift."
  return only === 'time_off' ? 'Everyone else has time off then.' : 'Nobody is free in time.'
}
