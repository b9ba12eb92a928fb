import type { ArrivalWindow, World } from '../../src/modules/scheduling/engine/world'
import { day, horizon, hour, minute, type Booking, type Story } from './weeks-story'
import { estimateTravel } from './worlds'

export interface Visit {
  jobId: string
  workerId: string
  on: number
  start: number
  promised: ArrivalWindow | null
}

/** The hours that suit the customer on the next days, from a moment on. */
export function wishes(
  { days }: Story,
  { on, hours }: Booking,
  first: number,
  soonest: number,
): ArrivalWindow[] {
  return Array.from({ length: horizon }, (_, at) => first + at)
    .filter((at) => on === null || on === at)
    .map((at) => ({
      from: Math.max(days[at]! + hours[0] * hour, soonest),
      until: days[at]! + hours[1] * hour,
    }))
    .filter(({ from, until }) => from <= until)
}

export function worldAt(
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
      return {
        date: new Date(start).toISOString().slice(0, 10),
        start,
        end: start + day,
        shifts,
        traffic: null,
      }
    }),
    visits: (byWorker.get(worker.id) ?? []).map(({ jobId, start }) => {
      const { place, durationMinutes } = jobOf.get(jobId)!
      const end = start + durationMinutes! * minute
      return { start, end, busyUntil: end, place }
    }),
  }))
  return { now, workers, travel: estimateTravel }
}
