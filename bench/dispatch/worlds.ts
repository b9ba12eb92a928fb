import { seededRandom } from '../../src/modules/scheduling/engine/random'
import type {
  ArrivalWindow,
  OpenJob,
  Place,
  TravelTimes,
  WorkDay,
  Worker,
  World,
} from '../../src/modules/scheduling/engine/world'

export interface WorldSize {
  jobs: number
  workers: number
  franchises: number
  seed: number
}

type Hours = 'morning' | 'afternoon' | 'day'

const minute = 60_000
const day = 24 * 60 * minute
const days = 5
/** A Monday, before anyone's shift. */
const monday = Date.UTC(2026, 2, 2)
const [shiftStart, noon, shiftEnd] = [8 * 60, 12 * 60, 17 * 60]
const kmPerHour = 45
const circuity = 1.3
const parkingMinutes = 3

/** Straight line times circuity, plus a few minutes to park: what is known without a road map. */
export const estimateTravel: TravelTimes = (from, to) => {
  const north = (from.lat - to.lat) * 111.2
  const east = (from.lng - to.lng) * 111.2 * Math.cos(((from.lat + to.lat) * Math.PI) / 360)
  return ((Math.sqrt(north * north + east * east) * circuity) / kmPerHour) * 60 + parkingMinutes
}

/** A company with franchises in different towns: workers live within 20 km of one, jobs within 28 km. */
export function makeWorld({ jobs, workers, franchises, seed }: WorldSize): World {
  const random = seededRandom(seed)
  const towns = Array.from({ length: franchises }, () => ({
    lat: 38 + random() * 8,
    lng: -75 - random() * 20,
  }))
  const townOf = (franchise: number) => towns[franchise] ?? { lat: 40, lng: -75 }
  return {
    now: monday + 6 * 60 * minute,
    workers: Array.from({ length: workers }, (_, w) => {
      const franchise = Math.floor((w * franchises) / workers)
      return makeWorker(
        `worker-${w}`,
        `franchise-${franchise}`,
        around(townOf(franchise), 20, random),
        random,
      )
    }),
    jobs: Array.from({ length: jobs }, (_, j) => {
      const franchise = Math.floor(random() * franchises)
      return makeJob(`job-${j}`, `franchise-${franchise}`, around(townOf(franchise), 28, random), random)
    }),
    travel: estimateTravel,
  }
}

function makeWorker(id: string, franchiseId: string, home: Place, random: () => number): Worker {
  const skills = ['clean']
  if (random() < 0.7) skills.push('repair')
  if (random() < 0.4) skills.push('install')
  if (random() < 0.15) skills.push('roof')
  return {
    id,
    franchiseId,
    active: true,
    skills,
    home,
    days: Array.from({ length: days }, (_, at) => workDay(monday + at * day)),
    timeOff: [],
    maxJobsPerDay: 6,
    maxMinutesPerDay: null,
    visits: [],
  }
}

function makeJob(id: string, franchiseId: string, place: Place, random: () => number): OpenJob {
  const skill = pick(random(), [0.6, 'clean'], [0.85, 'repair'], [0.96, 'install'], [1, 'roof'])
  const hours = pick<Hours>(random(), [0.35, 'morning'], [0.7, 'afternoon'], [1, 'day'])
  const onlyDay = random() < 0.5 ? Math.floor(random() * days) : null
  return {
    id,
    franchiseId,
    place,
    durationMinutes: 45 + Math.floor(random() * 8) * 15,
    bufferMinutes: 0,
    skills: [skill],
    inServiceArea: true,
    windows: Array.from({ length: days }, (_, at) => at)
      .filter((at) => onlyDay === null || at === onlyDay)
      .map((at) => arrivalWindow(monday + at * day, hours)),
    priority: pick(random(), [0.1, 90], [0.37, 60], [1, 30]),
    waitingSince: monday - Math.floor(random() * 7) * day,
    valueCents: 0,
    lastWorkerId: null,
    preferredWorkerId: null,
  }
}

function workDay(start: number): WorkDay {
  return {
    date: new Date(start).toISOString().slice(0, 10),
    start,
    end: start + day,
    shifts: [{ start: start + shiftStart * minute, end: start + shiftEnd * minute }],
    traffic: null,
  }
}

function arrivalWindow(start: number, hours: Hours): ArrivalWindow {
  return {
    from: start + (hours === 'afternoon' ? noon : shiftStart) * minute,
    until: start + (hours === 'morning' ? noon : shiftEnd) * minute,
  }
}

function around(town: Place, km: number, random: () => number): Place {
  return {
    lat: town.lat + ((random() - 0.5) * 2 * km) / 111,
    lng: town.lng + ((random() - 0.5) * 2 * km) / 85,
  }
}

/** The first value whose threshold lies above the random number. */
function pick<T>(draw: number, ...values: [below: number, value: T][]): T {
  const found = values.find(([below]) => draw < below) ?? values.at(-1)
  if (!found) throw new Error('nothing to pick from')
  return found[1]
}
