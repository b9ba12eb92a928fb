import type { Place } from '../../src/modules/scheduling/engine/world'
import { hour, minute, type Story } from './weeks-story'
import type { Visit } from './weeks-world'
import { estimateTravel } from './worlds'

export interface Weeks {
  served: number
  travelMinutes: number
  /** Visits outside the window their customer was promised. */
  brokenPromises: number
  /** Visits against any other hard rule. */
  brokenRules: number
}

/** Counts the driving and every broken rule with plain arithmetic, independently of the engine. */
export function checkWeeks({ days, crew, bookings, sick }: Story, visits: Visit[]): Weeks {
  const bookingOf = new Map(bookings.map((one) => [one.job.id, one]))
  const found: Weeks = { served: visits.length, travelMinutes: 0, brokenPromises: 0, brokenRules: 0 }
  for (const route of Map.groupBy(visits, ({ workerId, on }) => `${workerId} ${on}`).values()) {
    const { workerId, on } = route[0]!
    const worker = crew.find(({ id }) => id === workerId)!
    const begin = days[on]!
    let at: Place = worker.home!
    let ready = begin + 8 * hour
    if (route.length > (worker.maxJobsPerDay ?? Infinity) || sick[on]!.has(workerId)) found.brokenRules += 1
    for (const { jobId, start, promised } of route.toSorted((a, b) => a.start - b.start)) {
      const { job, hours, at: booked } = bookingOf.get(jobId)!
      const leg = Math.ceil(estimateTravel(at, job.place!))
      const end = start + job.durationMinutes! * minute
      const isFine =
        start >= ready + leg * minute &&
        start >= booked &&
        start >= begin + hours[0] * hour &&
        start <= begin + hours[1] * hour &&
        end <= begin + 17 * hour &&
        job.skills.every((skill) => worker.skills.includes(skill))
      if (!isFine) found.brokenRules += 1
      if (promised && (start < promised.from || start > promised.until)) found.brokenPromises += 1
      found.travelMinutes += leg
      ;[at, ready] = [job.place!, end]
    }
    found.travelMinutes += Math.ceil(estimateTravel(at, worker.home!))
  }
  return found
}
