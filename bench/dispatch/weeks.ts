import { plan } from '../../src/modules/scheduling/engine/plan'
import { replan, type ReplanOptions } from '../../src/modules/scheduling/engine/replan'
import type { ArrivalWindow, OpenJob } from '../../src/modules/scheduling/engine/world'
import { checkWeeks, type Weeks } from './weeks-check'
import {
  day,
  horizon,
  hour,
  minute,
  monday,
  tellStory,
  type Booking,
  type Story,
  type StoryOptions,
} from './weeks-story'
import { wishes, worldAt, type Visit } from './weeks-world'

/**
 * `never`: a visit stays where it was first placed. `window`: it may move inside what the customer was told, until 6 PM
 * the evening before: the part of the day they asked for, and two hours in it from that evening on, or two hours at once
 * if any time is fine. `hours`: everybody is told two hours at once. `morning`: as `window`, until the technicians' day
 * starts. `evening`: as `window`, and who left the day open is told at 6 PM of the day they booked, unless the visit is
 * today. `hindsight`: everything is known from the start, which nobody can reach.
 */
export type Policy = 'never' | 'window' | 'hours' | 'morning' | 'evening' | 'hindsight'

export interface WeeksOptions extends StoryOptions {
  policy: Policy
  /** Minutes between two runs. */
  every?: number
  /** Another way to search for moves than the service's. */
  search?: Partial<ReplanOptions>
  /** The technician stays the same. */
  keepsWorker?: boolean
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
  const story = tellStory(options)
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

/** The longest time that customers are told to be home for, as the service has it. */
const partOfDay = 5 * hour
const isLong = ({ from, until }: ArrivalWindow): boolean => until - from > 2 * hour

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
        if (isNews && this.options.policy !== 'never') this.#improve(now, on)
        this.#promiseAll(now, on)
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
    const jobs = [...this.#waiting.values()].map((one) => this.#asWished(one, on, now))
    const { placements } = plan({ ...worldAt(this.story, now, on, horizon, this.#from(on)), jobs })
    for (const { jobId, workerId, day: at, start } of placements) {
      this.visits.set(jobId, { jobId, workerId, on: on + at, start, promised: null })
      this.#waiting.delete(jobId)
    }
    return placements.length > 0
  }

  #asWished = (one: Booking, on: number, now: number): OpenJob => ({
    ...one.job,
    windows: wishes(this.story, one, on, now),
  })

  #promiseAll(now: number, on: number): void {
    const isEvening = now === this.story.days[on]! + 18 * hour
    const waits = (visit: Visit, booking: Booking) =>
      this.options.policy === 'evening' && booking.on === null && visit.on > on && !isEvening
    for (const [id, visit] of this.visits) {
      const booking = this.#bookings.get(id)!
      const isSoon = visit.on <= on + (isEvening ? 1 : 0)
      const isTold = visit.promised !== null && !(isSoon && isLong(visit.promised))
      if (isTold || (visit.promised === null && waits(visit, booking))) continue
      this.visits.set(id, { ...visit, promised: this.#promise(visit, booking, isSoon) })
    }
  }

  /** The part of the day that the customer asked for, if the visit is days away, else two hours. */
  #promise({ start, on }: Visit, booking: Booking, isSoon: boolean): ArrivalWindow {
    const [from, until] = booking.hours.map((at) => this.story.days[on]! + at * hour) as [number, number]
    const tellsPart = !isSoon && !['never', 'hours'].includes(this.options.policy)
    return tellsPart && until - from <= partOfDay ? { from, until } : this.#twoHours(start, booking, on)
  }

  /** The two hours (8–10, 10–12, …) a visit begins in, as far as the customer's own hours go. */
  #twoHours(start: number, { hours }: Booking, on: number): ArrivalWindow {
    const opens = this.story.days[on]! + 8 * hour
    const until = this.story.days[on]! + hours[1] * hour
    // A visit at 12:00 for somebody who is home until 12 is promised for 10–12.
    const from = opens + Math.floor((Math.min(start, until - minute) - opens) / (2 * hour)) * 2 * hour
    return { from, until: Math.min(from + 2 * hour, until) }
  }

  #improve(now: number, on: number): void {
    const { keepsWorker = false, policy, search } = this.options
    const fixedFrom = policy === 'morning' ? 8 * hour : minute - 6 * hour
    const frozen = (visit: Visit) => visit.promised !== null && now >= this.story.days[visit.on]! + fixedFrom
    const all = this.#from(on)
    const free = all.filter((visit) => !frozen(visit))
    if (free.length === 0) return
    const around = worldAt(this.story, now, on, horizon, all.filter(frozen))
    const workers = keepsWorker
      ? around.workers.map((worker) => ({ ...worker, skills: [...worker.skills, worker.id] }))
      : around.workers
    const placed = free.map(({ jobId, workerId, promised }) => {
      const one = this.#bookings.get(jobId)!
      if (promised === null) return this.#asWished(one, on, now)
      const skills = keepsWorker ? [...one.job.skills, workerId] : one.job.skills
      return { ...one.job, skills, windows: [promised] }
    })
    // Jobs that found no room get another chance once visits may give way.
    const jobs = [...placed, ...[...this.#waiting.values()].map((one) => this.#asWished(one, on, now))]
    const kept = free.map(({ jobId, workerId, on: at, start }) => ({ jobId, workerId, day: at - on, start }))
    const { placements, moved } = replan(
      { ...around, workers, jobs },
      kept,
      (id) => (this.visits.get(id)?.promised ?? null) !== null,
      search,
    )
    for (const { jobId, workerId, day: at, start } of placements) {
      const promised = this.visits.get(jobId)?.promised ?? null
      if (promised !== null && moved.has(jobId)) this.moves += 1
      this.visits.set(jobId, { jobId, workerId, start, on: on + at, promised })
      this.#waiting.delete(jobId)
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
  const { placements } = plan({ ...around, workers, jobs }, { roundsPerJob: 400 })
  const visits = new Map(
    placements.map(({ jobId, workerId, day: on, start }) => [
      jobId,
      { jobId, workerId, on, start, promised: null },
    ]),
  )
  return { visits, moves: 0, rebooked: 0 }
}
