import type { Deps } from '../../../src/deps'
import { timePreference, offeredWindows } from '../../../src/lib/arrival-windows'
import { durationMs } from '../../../src/lib/visit-length'
import { readAvailability } from '../../../src/modules/scheduling/availability/availability'
import type { Availability, AvailabilityQuery } from '../../../src/modules/scheduling/availability/model'
import { inPlan, promisedIn } from '../../../src/modules/scheduling/dispatch/branch-plan'
import { nextDispatchRun } from '../../../src/modules/scheduling/dispatch/timetable'
import { offerBeside } from '../../../src/modules/scheduling/engine/offer'
import { runAtOnce } from '../../../src/modules/scheduling/engine/slices'
import type { OpenJob } from '../../../src/modules/scheduling/engine/world'
import { offerDepth, planKeeping } from '../../../src/modules/scheduling/planner/promises'
import type { CrewWorker } from '../../../src/modules/scheduling/planner/replan'
import { Branches, type Branch } from '../../../src/modules/scheduling/world/branches'
import type { LocalDay } from '../../../src/modules/scheduling/world/calendar'
import { readCrew, readMembers, skillKey } from '../../../src/modules/scheduling/world/crew'
import { readServices } from '../../../src/modules/scheduling/world/load'
import { pendingPages } from '../../../src/modules/scheduling/world/open-jobs'
import { Travel } from '../../../src/modules/scheduling/world/travel'
import { atBase, waitingJob, type Waiting } from '../../../src/modules/scheduling/world/triage'

const minute = 60_000
const hour = 60 * minute

interface Question extends AvailabilityQuery {
  lat: number
  lng: number
  franchiseId: string | null
}

/**
 * The answer `readAvailability` must give, computed the long way: every booking is read in full, nothing is
 * cached between questions, and working time is counted minute by minute.
 */
export async function plainWindows(deps: Deps, question: Question): Promise<string[]> {
  const { read } = deps.store
  const now = nextDispatchRun(deps, deps.clock.now())
  const branches = await Branches.read(deps, now)
  const branch = branches.of(question.franchiseId)
  const serviceOf = await readServices(read)
  const members = await readMembers(read, question.franchiseId)
  const all: Waiting[] = []
  for await (const page of pendingPages(read))
    for (const row of page)
      if (row.franchiseId === question.franchiseId) all.push(waitingJob(row, branch, serviceOf(row.type)))

  const days = daysAsked(question, branch, deps.clock.now()).filter(({ end }) => end > now)
  const isPlanned = ({ date }: LocalDay) => branch.days.some((day) => day.date === date)
  const later = days.filter((day) => !isPlanned(day))
  const crewOn = (some: LocalDay[]) => readCrew(read, members, { ...branch, days: some, now })
  const near = await crewOn(branch.days)
  const far = await crewOn(later)
  const kept = keeping(deps, branch, all, [
    { days: branch.days, workers: near },
    { days: later, workers: far },
  ])

  const service = serviceOf(question.service)!
  const place = { lat: question.lat, lng: question.lng }
  const job: OpenJob = {
    id: '',
    franchiseId: question.franchiseId,
    place,
    durationMinutes: (durationMs(service, { gutterLength: null, stories: null, addOns: [] }) ?? 0) / minute,
    bufferMinutes: service.bufferMinutes,
    skills: service.skills.map(skillKey),
    inServiceArea: branch.serves(place, false),
    windows: null,
    priority: 0,
    waitingSince: deps.clock.now(),
    valueCents: 0,
    lastWorkerId: null,
    preferredWorkerId: null,
  }
  const wanted = kept.filter(
    ({ row, wish }) =>
      !row.held &&
      wish.state === 'early' &&
      later.some(({ start, end }) => wish.windows?.some(({ from, until }) => from < end && until > start)),
  )
  return [
    ...(await offers(deps, branch, now, near, inPlan(kept), job, days.filter(isPlanned))),
    ...(await offers(deps, branch, now, far, wanted.map(atBase), job, later)),
  ]
}

function daysAsked({ from, days }: Question, { calendar }: Branch, now: number): LocalDay[] {
  const today = calendar.dateAt(now)
  const first = Temporal.PlainDate.from(from !== undefined && from > today ? from : today)
  return Array.from({ length: days }, (_, at) => first.add({ days: at }).toString())
    .filter((date) => calendar.isOpen(date))
    .map((date) => calendar.day(date))
}

type CrewDays = { days: LocalDay[]; workers: CrewWorker[] }

/**
 * Everything except unconfirmed bookings that are too old, name no day, or came when their day's share was
 * gone.
 */
function keeping(deps: Deps, branch: Branch, all: Waiting[], parts: CrewDays[]): Waiting[] {
  const { holdHours, percent } = deps.config.unconfirmed
  const keptOn = new Map<string, number>()
  const keptIn = new Map<string, number>()
  return all.filter(({ row, wish, job }) => {
    if (row.source !== 'public' || row.confirmedAt !== null) return true
    if (row.paymentState !== 'unpaid' && row.paymentState !== 'failed') return true
    if (row.held || row.placeState === 'unknown' || job.durationMinutes === null) return false
    if (row.preferredDate === null || wish.state === 'passed' || wish.state === 'closed') return false
    if (deps.clock.now() - row.createdAt >= holdHours * hour) return false
    const { from, until } = wish.windows![0]!
    const date = branch.calendar.dateAt(from)
    const part = parts.find(({ days }) => days.some((day) => day.date === date))
    const day = part?.days.find((one) => one.date === date)
    if (!part || !day) return false
    const minutes = job.durationMinutes + job.bufferMinutes
    const most = (workMinutes(part, day.start, day.end) * percent) / 100
    const onDay = keptOn.get(date) ?? 0
    if (most === 0 || (onDay > 0 && onDay + minutes > most)) return false
    const label = row.preferredTime?.trim() ?? ''
    if (offeredWindows.some((one) => one.label === label)) {
      const inWindow = keptIn.get(`${date} ${label}`) ?? 0
      if (inWindow > 0 && inWindow + minutes > workMinutes(part, from, until)) return false
      keptIn.set(`${date} ${label}`, inWindow + minutes)
    }
    keptOn.set(date, onDay + minutes)
    return true
  })
}

function workMinutes({ workers, days }: CrewDays, from: number, until: number): number {
  let count = 0
  for (const worker of workers)
    for (let at = from; at < until; at += minute) {
      const isWithin = ({ start, end }: { start: number; end: number }) => at >= start && at < end
      const today = days.findIndex(isWithin)
      const works = worker.days[today]?.shifts.some(isWithin) ?? false
      if (works && !worker.timeOff.some(isWithin)) count += 1
    }
  return count
}

async function offers(
  deps: Deps,
  { id, calendar }: Branch,
  now: number,
  workers: CrewWorker[],
  waiting: Waiting[],
  job: OpenJob,
  days: LocalDay[],
): Promise<string[]> {
  const asked = days.flatMap(({ date }) =>
    offeredWindows.flatMap(({ label }) => {
      const span = timePreference(label)
      if (typeof span === 'string') throw new Error(`${label} is not understood`)
      const window = { from: calendar.momentOf(date, span.from), until: calendar.momentOf(date, span.until) }
      return window.until > now ? [{ name: `${date} ${label}`, window }] : []
    }),
  )
  if (asked.length === 0) return []
  const jobs = waiting.map((one) => one.job)
  const travel = await new Travel(deps).between(id ?? '', workers, [...jobs, job])
  const world = { now, workers, jobs, travel }
  const promised = promisedIn(waiting)
  const { placements } = runAtOnce(
    planKeeping({ world, isPromised: (jobId) => promised.has(jobId) }, offerDepth),
  )
  const windows = asked.map(({ window }) => window)
  const found = new Set(runAtOnce(offerBeside(world, placements, job, windows)).map(({ window }) => window))
  return asked.flatMap(({ name, window }) => (found.has(window) ? [name] : []))
}

/** The same question to the service, as the names of the windows it offers. */
export async function offeredNames(deps: Deps, question: Question): Promise<string[]> {
  const { franchiseId: _, ...query } = question
  const answer: Availability = await readAvailability(deps, query)
  return answer.windows.map(({ date, window }) => `${date} ${window}`)
}
