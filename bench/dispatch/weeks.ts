import { plan } from '../../src/modules/scheduling/engine/plan'
import { seededRandom } from '../../src/modules/scheduling/engine/rearrangement'
import { replan } from '../../src/modules/scheduling/engine/replan'
import type { ArrivalWindow, OpenJob, Place, Worker, World } from '../../src/modules/scheduling/engine/world'
import { checkWeeks, type Weeks } from './weeks-check'
import { estimateTravel } from './worlds'

const minute = 60_000
export const hour = 60 * minute
const day = 24 * hour
const monday = Date.UTC(2026, 2, 2)
const horizon = 5

/**
 * `never`: a visit stays where it was first placed. `window`: it may move inside the two hours the customer was
 * promised, until 6 PM the evening before. `hindsight`: everything is known from the start, which nobody can reach.
 */
export type Policy = 'never' | 'window' | 'hindsight'

export interface WeeksOptions {
  policy: Policy
  /** Bookings a day, on average. */
  perDay: number
  seed: number
  weeks?: number
  workers?: number
  /** Minutes between two runs. */
  every?: number
  /** The chance that a customer cancels within two days, and that a technician calls in sick on a day. */
  cancels?: number
  sick?: number
  gainPerMove?: number
  /** How many hours before midnight the visits of the next day are fixed. */
  freezeHours?: number
  rounds?: number
  /** The technician stays the same. */
  keepsWorker?: boolean
}

export interface Booking {
  at: number
  /** When the customer cancels. */
  gone: number
  /** The wanted day as a number, or any. */
  on: number | null
  hours: [from: number, until: number]
  job: OpenJob
}

export interface Visit {
  jobId: string
  workerId: string
  on: number
  start: number
  promised: ArrivalWindow | null
}

/** Everything that happens in the two weeks, whatever the policy. */
export interface Story {
  days: number[]
  crew: Worker[]
  bookings: Booking[]
  /** Who is sick, by day. */
  sick: Set<string>[]
}

export interface WeeksResult extends Weeks {
  policy: Policy
  booked: number
  moves: number
  /** Visits that had to be promised again, because their technician was sick and nobody else had room. */
  rebooked: number
  cpuSeconds: number
}

/** Lives through the weeks, with a dispatch run every few minutes from 7 AM to 6 PM. */
export function liveThrough(options: WeeksOptions): WeeksResult {
  const began = process.cpuUsage()
  const story = tell(options)
  const lived =
    options.policy === 'hindsight' ? lookBack(story) : new Office(story, options).run(options.every ?? 15)
  const { user, system } = process.cpuUsage(began)
  return {
    policy: options.policy,
    booked: story.bookings.length,
    moves: lived.moves,
    rebooked: lived.rebooked,
    ...checkWeeks(story, [...lived.visits.values()]),
    cpuSeconds: (user + system) / 1e6,
  }
}

function tell({ perDay, seed, weeks = 2, workers = 20, cancels = 0.08, sick = 0.02 }: WeeksOptions): Story {
  const random = seededRandom(seed * 7919)
  const pick = <T>(...values: [below: number, value: T][]): T => {
    const draw = random()
    return (values.find(([below]) => draw < below) ?? values.at(-1)!)[1]
  }
  const around = (km: number): Place => ({
    lat: 40 + ((random() - 0.5) * 2 * km) / 111,
    lng: -75 + ((random() - 0.5) * 2 * km) / 85,
  })
  const days = Array.from({ length: (weeks + 2) * 7 }, (_, at) => at)
    .filter((at) => at % 7 < 5)
    .map((at) => monday + at * day)
  const crew = Array.from({ length: workers }, (_, at): Worker => {
    const skills = ['clean', ...(random() < 0.7 ? ['repair'] : []), ...(random() < 0.4 ? ['install'] : [])]
    if (random() < 0.15 || at === 0) skills.push('roof')
    return {
      id: `worker-${String(at).padStart(2, '0')}`,
      franchiseId: 'f',
      active: true,
      skills,
      home: around(20),
      days: [],
      timeOff: [],
      maxJobsPerDay: 6,
      maxMinutesPerDay: null,
      visits: [],
    }
  })
  const bookings = days.slice(0, weeks * 5).flatMap((start, on) =>
    Array.from({ length: Math.round(perDay * (0.8 + 0.4 * random())) }, (_, n): Booking => {
      const at = start + Math.floor((7 + random() * 11) * 60) * minute
      const hours = pick<[number, number]>([0.35, [8, 12]], [0.7, [12, 17]], [1, [8, 17]])
      const ahead = random() < 0.5 ? Math.floor(random() * horizon) : null
      const isTooLate = ahead === 0 && at > start + (hours[1] - 3) * hour
      const gone = random() < cancels ? at + (1 + random() * 47) * hour : Infinity
      return {
        at,
        gone,
        on: ahead === null ? null : on + (isTooLate ? 1 : ahead),
        hours,
        job: {
          id: `job-${String(on).padStart(2, '0')}-${String(n).padStart(3, '0')}`,
          franchiseId: 'f',
          place: around(28),
          durationMinutes: 45 + Math.floor(random() * 8) * 15,
          bufferMinutes: 0,
          skills: [pick([0.6, 'clean'], [0.85, 'repair'], [0.96, 'install'], [1, 'roof'])],
          inServiceArea: true,
          windows: null,
          priority: pick([0.1, 90], [0.37, 60], [1, 30]),
          waitingSince: at,
          valueCents: 0,
          lastWorkerId: null,
          preferredWorkerId: null,
        },
      }
    }),
  )
  const absent = days.map(() => new Set(crew.filter(() => random() < sick).map(({ id }) => id)))
  return { days, crew, bookings: bookings.toSorted((a, b) => a.at - b.at), sick: absent }
}

/** The hours that suit the customer on the next days, from a moment on. */
function wishes({ days }: Story, { on, hours }: Booking, first: number, soonest: number): ArrivalWindow[] {
  return Array.from({ length: horizon }, (_, at) => first + at)
    .filter((at) => on === null || on === at)
    .map((at) => ({
      from: Math.max(days[at]! + hours[0] * hour, soonest),
      until: days[at]! + hours[1] * hour,
    }))
    .filter(({ from, until }) => from <= until)
}

function worldAt(
  story: Story,
  now: number,
  first: number,
  count: number,
  fixed: Visit[],
): Omit<World, 'jobs'> {
  const jobOf = new Map(story.bookings.map(({ job }) => [job.id, job]))
  const byWorker = Map.groupBy(fixed, ({ workerId }) => workerId)
  const workers = story.crew.map((worker) => ({
    ...worker,
    days: Array.from({ length: count }, (_, at) => {
      const start = story.days[first + at]!
      const isAway = at === 0 && story.sick[first]!.has(worker.id)
      const shifts = isAway ? [] : [{ start: start + 8 * hour, end: start + 17 * hour }]
      return { date: new Date(start).toISOString().slice(0, 10), start, end: start + day, shifts, traffic: null }
    }),
    visits: (byWorker.get(worker.id) ?? []).map(({ jobId, start }) => {
      const { place, durationMinutes } = jobOf.get(jobId)!
      const end = start + durationMinutes! * minute
      return { start, end, busyUntil: end, place }
    }),
  }))
  return { now, workers, travel: estimateTravel }
}

class Office {
  readonly visits = new Map<string, Visit>()
  moves = 0
  rebooked = 0
  readonly #waiting = new Map<string, Booking>()
  readonly #bookings: Map<string, Booking>

  constructor(
    readonly story: Story,
    readonly options: WeeksOptions,
  ) {
    this.#bookings = new Map(story.bookings.map((one) => [one.job.id, one]))
  }

  run(every: number): this {
    const { days, bookings } = this.story
    let next = 0
    for (let on = 0; on < days.length - horizon; on += 1) {
      for (let now = days[on]! + 7 * hour; now <= days[on]! + 18 * hour; now += every * minute) {
        let isNews = this.#cancel(now) || now === days[on]! + 18 * hour
        if (now === days[on]! + 7 * hour) isNews = this.#callSick(now, on) || isNews
        for (; next < bookings.length && bookings[next]!.at <= now; next += 1)
          this.#waiting.set(bookings[next]!.job.id, bookings[next]!)
        if (this.#waiting.size > 0) isNews = this.#assign(now, on) || isNews
        if (isNews && this.options.policy === 'window') this.#improve(now, on)
        this.#promiseAll()
      }
    }
    return this
  }

  #cancel(now: number): boolean {
    for (const [id, { gone }] of this.#waiting) if (gone <= now) this.#waiting.delete(id)
    const before = this.visits.size
    for (const [id, { start }] of this.visits)
      if (start > now && this.#bookings.get(id)!.gone <= now) this.visits.delete(id)
    return this.visits.size < before
  }

  /** The visits of a sick technician go to somebody who can keep the promise, or are promised again. */
  #callSick(now: number, on: number): boolean {
    const { sick } = this.story
    const stranded = [...this.visits.values()].filter((one) => one.on === on && sick[on]!.has(one.workerId))
    for (const { jobId } of stranded) this.visits.delete(jobId)
    if (stranded.length === 0) return false
    const jobs = stranded.map(({ jobId, promised }) => ({
      ...this.#bookings.get(jobId)!.job,
      windows: promised && [promised],
    }))
    const around = worldAt(this.story, now, on, 1, this.#from(on))
    const promises = new Map(stranded.map(({ jobId, promised }) => [jobId, promised]))
    for (const { jobId, workerId, start } of plan({ ...around, jobs }).placements)
      this.visits.set(jobId, { jobId, workerId, on, start, promised: promises.get(jobId) ?? null })
    for (const { jobId } of stranded) {
      if (this.visits.has(jobId)) continue
      this.rebooked += 1
      this.#waiting.set(jobId, { ...this.#bookings.get(jobId)!, on: null })
      this.#bookings.set(jobId, { ...this.#bookings.get(jobId)!, on: null })
    }
    return true
  }

  #from = (on: number): Visit[] => [...this.visits.values()].filter((visit) => visit.on >= on)

  #assign(now: number, on: number): boolean {
    const jobs = [...this.#waiting.values()].map((one) => ({
      ...one.job,
      windows: wishes(this.story, one, on, now),
    }))
    const { placements } = plan({ ...worldAt(this.story, now, on, horizon, this.#from(on)), jobs })
    for (const { jobId, workerId, day: at, start } of placements) {
      this.visits.set(jobId, { jobId, workerId, on: on + at, start, promised: null })
      this.#waiting.delete(jobId)
    }
    return placements.length > 0
  }

  #promiseAll(): void {
    for (const [id, visit] of this.visits)
      if (visit.promised === null)
        this.visits.set(id, {
          ...visit,
          promised: this.#promise(visit.start, this.#bookings.get(id)!, visit.on),
        })
  }

  /** The two hours (8–10, 10–12, …) a visit begins in, as far as the customer's own hours go. */
  #promise(start: number, { hours }: Booking, on: number): ArrivalWindow {
    const begin = this.story.days[on]!
    const from = begin + 8 * hour + Math.floor((start - begin - 8 * hour) / (2 * hour)) * 2 * hour
    return {
      from: Math.max(from, begin + hours[0] * hour),
      until: Math.min(from + 2 * hour, begin + hours[1] * hour),
    }
  }

  #improve(now: number, on: number): void {
    const frozen = (visit: Visit) =>
      visit.promised !== null && now > this.story.days[visit.on]! - (this.options.freezeHours ?? 6) * hour
    const all = this.#from(on)
    const free = all.filter((visit) => !frozen(visit))
    if (free.length === 0) return
    const around = worldAt(this.story, now, on, horizon, all.filter(frozen))
    const { keepsWorker = false, gainPerMove } = this.options
    const workers = keepsWorker
      ? around.workers.map((worker) => ({ ...worker, skills: [...worker.skills, worker.id] }))
      : around.workers
    const jobs = free.map(({ jobId, workerId, promised }) => {
      const one = this.#bookings.get(jobId)!
      const skills = keepsWorker && promised ? [...one.job.skills, workerId] : one.job.skills
      return { ...one.job, skills, windows: promised ? [promised] : wishes(this.story, one, on, now) }
    })
    const kept = free.map(({ jobId, workerId, on: at, start }) => ({ jobId, workerId, day: at - on, start }))
    const { placements, moved } = replan(
      { ...around, workers, jobs },
      kept,
      (id) => this.visits.get(id)!.promised !== null,
      {
        ...(gainPerMove !== undefined && { gainPerMove }),
        ...(this.options.rounds !== undefined && { rearrangementsPerJob: this.options.rounds }),
      },
    )
    for (const { jobId, workerId, day: at, start } of placements) {
      const known = this.visits.get(jobId)!
      if (known.promised !== null && moved.has(jobId)) this.moves += 1
      this.visits.set(jobId, { ...known, workerId, start, on: on + at })
    }
  }
}

/** One plan with everything known: who books what, who cancels and who is sick. */
function lookBack(story: Story): Pick<Office, 'visits' | 'moves' | 'rebooked'> {
  const count = story.days.length - horizon
  const jobs = story.bookings
    .filter(({ gone }) => gone === Infinity)
    .map((one) => {
      const first = story.days.findLastIndex((start) => start <= one.at)
      return { ...one.job, windows: wishes(story, one, first, one.at + 15 * minute) }
    })
  const around = worldAt(story, monday, 0, count, [])
  const workers = around.workers.map((worker) => ({
    ...worker,
    timeOff: story.days.flatMap((start, on) =>
      story.sick[on]!.has(worker.id) ? [{ start, end: start + day }] : [],
    ),
  }))
  const { placements } = plan({ ...around, workers, jobs }, { rearrangementsPerJob: 400 })
  const visits = new Map(
    placements.map(({ jobId, workerId, day: on, start }) => [
      jobId,
      { jobId, workerId, on, start, promised: null },
    ]),
  )
  return { visits, moves: 0, rebooked: 0 }
}
