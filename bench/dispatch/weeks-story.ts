import { seededRandom } from '../../src/modules/scheduling/engine/random'
import type { OpenJob, Place, Worker } from '../../src/modules/scheduling/engine/world'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour
export const monday = Date.UTC(2026, 2, 2)
/** How many days customers can ask for, and dispatch plans. */
export const horizon = 5

export interface Booking {
  at: number
  /** When the customer cancels. */
  gone: number
  /** The wanted day as a number, or any. */
  on: number | null
  hours: [from: number, until: number]
  job: OpenJob
}

/** Everything that happens in the two weeks, whatever the policy. */
export interface Story {
  days: number[]
  crew: Worker[]
  bookings: Booking[]
  /** The technicians who are sick, by day. */
  sick: Set<string>[]
}

export interface StoryOptions {
  /** Bookings a day, on average. */
  perDay: number
  seed: number
  weeks?: number
  workers?: number
  /** The chance that a customer cancels within two days, and that a technician calls in sick on a day. */
  cancels?: number
  sick?: number
}

/** The same seed gives the same weeks. */
export function tellStory({
  perDay,
  seed,
  weeks = 2,
  workers = 20,
  cancels = 0.08,
  sick = 0.02,
}: StoryOptions): Story {
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
