/** Everything a plan depends on, as plain values: no store, clock or time zone. Times are milliseconds. */
export interface World {
  now: number
  workers: Worker[]
  jobs: OpenJob[]
  travel: TravelTimes
}

/** Minutes from one place to another. Not finite if there is no route. */
export type TravelTimes = (from: Place, to: Place) => number

export interface Place {
  lat: number
  lng: number
}

/** From `start` up to but not including `end`. */
export interface Interval {
  start: number
  end: number
}

export interface Worker {
  id: string
  /** Null for HQ's own workers and jobs. */
  franchiseId: string | null
  active: boolean
  skills: string[]
  /** The day begins and ends here, or at the first and last visit if there is no home. */
  home: Place | null
  /** One entry for each day of the horizon, with the same dates in the same order for everyone. */
  days: WorkDay[]
  timeOff: Interval[]
  maxJobsPerDay: number | null
  maxMinutesPerDay: number | null
  overtime?: Overtime | null
  /** Visits that can't move. Those outside the horizon are ignored. */
  visits: CommittedVisit[]
}

/** How long a worker may stay after the last shift of a day. */
export interface Overtime {
  minutes: number
  /** The cost of a minute, in minutes of driving. */
  cost: number
}

/** A local day with precalculated bounds, so days with 23 or 25 hours need no special treatment. */
export interface WorkDay extends Interval {
  date: string
  shifts: Interval[]
  /** How much longer drives take in each hour of the day, or null for the same all day. */
  traffic: readonly number[] | null
  lunch?: Lunch | null
}

/** A break between visits, which adds no driving. */
export interface Lunch {
  minutes: number
  /** When it may start, both ends inclusive. */
  from: number
  until: number
}

export interface CommittedVisit extends Interval {
  /** The end including the buffer. */
  busyUntil: number
  /** An unknown place counts as the worker's home. */
  place: Place | null
}

export interface OpenJob {
  id: string
  franchiseId: string | null
  place: Place | null
  durationMinutes: number | null
  bufferMinutes: number
  skills: string[]
  inServiceArea: boolean
  /** The allowed arrival times, both ends inclusive; any of them will do. Null for any time. */
  windows: ArrivalWindow[] | null
  /** 0 is normal, 100 the most urgent. Values outside are clamped. */
  priority: number
  waitingSince: number
  /** The price of the job. */
  valueCents: number
  /** The technician of the last visit. */
  lastWorkerId: string | null
  /** The technician the customer asks for, if they can come. */
  preferredWorkerId: string | null
  /** Whether two technicians make the visit together. Only the lead needs the skills. */
  isForTwo?: boolean
}

export interface ArrivalWindow {
  from: number
  until: number
}

/** The weights of a plan in minutes of driving, and how long it searches. */
export interface PlanOptions {
  /** The cost of each day of waiting for a job of priority 0. */
  minutesPerDayLate: number
  /** The extra cost at priority 100, proportional in between. */
  minutesPerDayLateAtTop: number
  /** The cost of a full day of eight hours compared with an empty one; half a day costs a quarter of it. */
  balanceMinutes: number
  /** The value of sending a worker the customer knows. */
  familiarityMinutes: number
  /** The value of sending the worker the customer asked for. */
  preferenceMinutes: number
  /** How much extra cost a plan accepts to place one more job. */
  unplacedMinutes: number
  /** Whether placing a job may add overtime. */
  usesOvertime: boolean
  /** Visits start on marks this far apart. */
  startStepMinutes: number
  /** The earliest a visit can start after the plan is made. */
  leadMinutes: number
  /** How many workers to consider for a job, nearest first, before trying all others as a last resort. */
  nearestWorkers: number
  /** Rounds of removing neighboring visits and placing them again, per job. */
  roundsPerJob: number
  /** How many minutes worse the search may make a plan in a round, roughly, at the beginning. */
  hotMinutes: number
  /** The share of the time that is gone, asked before every round. From 1 on, the search ends with the best plan so far. */
  spent: () => number
  seed: number
}

/** For an answer at once, for everyday plans, and to get the most out of a day. */
export const efforts = ['quick', 'normal', 'thorough'] as const
export type Effort = (typeof efforts)[number]

export const defaultOptions: PlanOptions = {
  minutesPerDayLate: 2,
  minutesPerDayLateAtTop: 6,
  balanceMinutes: 10,
  familiarityMinutes: 8,
  preferenceMinutes: 30,
  unplacedMinutes: 500,
  usesOvertime: true,
  startStepMinutes: 5,
  leadMinutes: 15,
  nearestWorkers: 12,
  roundsPerJob: 42,
  hotMinutes: 20,
  spent: () => 0,
  seed: 1,
}

export interface Plan {
  /** Sorted by job id. */
  placements: Placement[]
  unplaced: Unplaced[]
  /** Minutes of driving the placements add to the scheduled visits. */
  addedTravel: number
}

export interface Placement extends Interval {
  jobId: string
  workerId: string
  /** The second technician of a job for two. */
  secondWorkerId?: string
  /** The end including the buffer. */
  busyUntil: number
  /** The index of the day in the horizon. */
  day: number
  score: Score
  /** The next best worker in this plan. */
  runnerUp: RunnerUp | null
}

/** The parts of a placement's cost, in minutes; less is better. */
export interface Score {
  travel: number
  lateness: number
  balance: number
  familiarity: number
  /** The cost of overtime, where there is any; negative for a job that saves some. */
  overtime?: number
  /** The minutes of overtime that the job causes. */
  overtimeMinutes?: number
  total: number
}

export interface RunnerUp {
  workerId: string
  score: Score
}

export interface Unplaced {
  jobId: string
  reason: UnplacedReason
}

/** All but the last two stay until someone changes something. */
export type UnplacedReason =
  | 'no_place'
  | 'no_duration'
  | 'no_skill'
  | 'out_of_area'
  | 'no_capacity'
  /** It comes after a job that found no place. */
  | 'waits_for_job'
