import { seededRandom } from '../../../../src/modules/scheduling/engine/random'
import type {
  ArrivalWindow,
  CommittedVisit,
  Interval,
  OpenJob,
  Place,
  WorkDay,
  Worker,
  World,
} from '../../../../src/modules/scheduling/engine/world'

export const minute = 60_000
export const hour = 60 * minute
export const dayLength = 24 * hour
/** Midnight on a Monday. */
export const monday = Date.UTC(2026, 2, 2)

/** Eight minutes for each tenth of a degree, a little more to the east than to the west. */
export const roughTravel = (from: Place, to: Place): number => {
  const east = to.lng - from.lng
  return (Math.abs(to.lat - from.lat) + Math.abs(east) * (east > 0 ? 1.1 : 1)) * 80
}

export function workDay(at: number, ...hours: [from: number, until: number][]): WorkDay {
  const start = monday + at * dayLength
  return {
    date: new Date(start).toISOString().slice(0, 10),
    start,
    end: start + dayLength,
    shifts: hours.map(([from, until]) => ({ start: start + from * hour, end: start + until * hour })),
    traffic: null,
  }
}

export function makeWorker(id: string, over: Partial<Worker> = {}): Worker {
  return {
    id,
    franchiseId: 'east',
    active: true,
    skills: [],
    home: { lat: 40, lng: -75 },
    days: [workDay(0, [8, 17])],
    timeOff: [],
    maxJobsPerDay: null,
    maxMinutesPerDay: null,
    visits: [],
    ...over,
  }
}

export function makeJob(id: string, over: Partial<OpenJob> = {}): OpenJob {
  return {
    id,
    franchiseId: 'east',
    place: { lat: 40.1, lng: -75 },
    durationMinutes: 60,
    bufferMinutes: 0,
    skills: [],
    inServiceArea: true,
    windows: null,
    priority: 0,
    waitingSince: monday - dayLength,
    valueCents: 0,
    lastWorkerId: null,
    preferredWorkerId: null,
    ...over,
  }
}

export function makeWorld(workers: Worker[], jobs: OpenJob[], over: Partial<World> = {}): World {
  return { now: monday, workers, jobs, travel: roughTravel, ...over }
}

/** The same world in another order. */
export function shuffled(world: World, seed: number): World {
  const random = seededRandom(seed)
  const mix = <T>(list: T[]) =>
    list
      .map((item) => ({ item, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const workers = mix(world.workers).map((worker) => ({
    ...worker,
    skills: mix(worker.skills),
    timeOff: mix(worker.timeOff),
    visits: mix(worker.visits),
  }))
  return { ...world, workers, jobs: mix(world.jobs).map((job) => ({ ...job, skills: mix(job.skills) })) }
}

/** The same world in which most people have lunch, at times that suit the visits or don't. */
export function withLunch(world: World, seed: number): World {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const workers = world.workers.map((worker) => ({
    ...worker,
    days: worker.days.map((day) => {
      const from = day.start + (10 * 60 + 5 * below(24)) * minute
      const lunch = { minutes: 20 + 5 * below(9), from, until: from + 5 * below(36) * minute }
      return { ...day, lunch: random() < 0.8 ? lunch : null }
    }),
  }))
  return { ...world, workers }
}

/** The same world in which most people may stay longer. */
export function withOvertime(world: World, seed: number): World {
  const random = seededRandom(seed)
  const workers = world.workers.map((worker) => {
    const overtime = { minutes: 15 + 5 * Math.floor(random() * 20), cost: 1 + Math.floor(random() * 4) }
    return { ...worker, overtime: random() < 0.8 ? overtime : null }
  })
  return { ...world, workers }
}

/** A world with a bit of everything real ones have, awkward things most of all. */
export function randomWorld(seed: number, size: { jobs: number; workers: number; days: number }): World {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const chance = (share: number) => random() < share
  const some = <T>(list: T[], share: number) => list.filter(() => chance(share))
  const franchises = ['east', 'west', null].slice(0, 1 + below(3))
  const skills = ['clean', 'repair', 'roof']
  const place = (): Place => ({ lat: 40 + random() / 3, lng: -75 + random() / 3 })
  const now = monday + below(size.days * 24 * 60) * minute * (chance(0.5) ? 1 : 0) + below(1_000)

  const traffic = Array.from({ length: size.days }, () =>
    chance(0.3) ? Array.from({ length: 24 }, () => 1 + below(4) / 4) : null,
  )
  const randomDay = (at: number): WorkDay => ({ ...randomHours(at), traffic: traffic[at] ?? null })
  const randomHours = (at: number): WorkDay => {
    if (chance(0.1)) return workDay(at)
    if (chance(0.2)) return workDay(at, [7, 11.5], [13, 18])
    return workDay(at, [8 + below(3) / 2, 15 + below(3)])
  }
  const timeOff = (): Interval[] =>
    Array.from({ length: chance(0.3) ? 1 + below(2) : 0 }, () => {
      const start = monday + below(size.days * 24 * 60) * minute
      return { start, end: start + (15 + below(300)) * minute }
    })
  const visits = (): CommittedVisit[] => {
    let at = monday + below(12 * 60) * minute
    return Array.from({ length: chance(0.5) ? below(6) : 0 }, () => {
      const start = at + (chance(0.3) ? 0 : below(600)) * minute
      const end = start + (15 + below(150)) * minute
      at = end + below(3) * 5 * minute
      return { start, end, busyUntil: at, place: chance(0.9) ? place() : null }
    })
  }
  const windows = (): ArrivalWindow[] | null => {
    if (chance(0.3)) return null
    return Array.from({ length: 1 + below(4) }, () => {
      const from = monday + below(size.days) * dayLength + (7 * 60 + below(600)) * minute
      return { from, until: from + below(5) * hour }
    })
  }
  const workers = Array.from({ length: size.workers }, (_, at) =>
    makeWorker(`worker-${at}`, {
      franchiseId: franchises[below(franchises.length)] ?? null,
      active: chance(0.9),
      skills: some(skills, 0.7),
      home: chance(0.9) ? place() : null,
      days: Array.from({ length: size.days }, (_, day) => randomDay(day)),
      timeOff: timeOff(),
      maxJobsPerDay: chance(0.4) ? below(5) : null,
      maxMinutesPerDay: chance(0.3) ? 60 + below(400) : null,
      visits: visits(),
    }),
  )
  const jobs = Array.from({ length: size.jobs }, (_, at) =>
    makeJob(`job-${at}`, {
      franchiseId: franchises[below(franchises.length)] ?? null,
      place: chance(0.95) ? place() : null,
      durationMinutes: chance(0.95) ? 10 + below(240) : null,
      bufferMinutes: below(4) * 5,
      skills: some(skills, 0.25),
      inServiceArea: chance(0.95),
      windows: windows(),
      priority: below(120) - 10,
      waitingSince: monday - below(14 * 24) * hour,
      valueCents: below(150_000),
      lastWorkerId: chance(0.3) ? `worker-${below(size.workers)}` : null,
      preferredWorkerId: chance(0.2) ? `worker-${below(size.workers)}` : null,
    }),
  )
  return { now, workers, jobs, travel: roughTravel }
}
