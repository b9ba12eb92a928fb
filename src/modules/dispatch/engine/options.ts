/** What a plan weighs, in minutes of driving, and how long it searches. */
export interface PlanOptions {
  /** A day of waiting costs this much for a job of priority 0 … */
  minutesPerDayLate: number
  /** … and this much more for one of priority 100, in proportion between them. */
  minutesPerDayLateAtTop: number
  /** What a full day of eight hours costs over an empty one; half a day costs a quarter of it. */
  balanceMinutes: number
  /** What it is worth that the customer knows the worker. */
  familiarityMinutes: number
  /** How far a plan may go to find a place for one more job. */
  unplacedMinutes: number
  /** Visits begin on marks this far apart. */
  startStepMinutes: number
  /** Nobody is sent out sooner than this after the plan was made. */
  leadMinutes: number
  /** Workers looked at for a job, nearest first, before all others are tried as a last resort. */
  nearestWorkers: number
  /** Rounds of taking some neighbouring visits out and placing them anew, for each job. */
  rearrangementsPerJob: number
  seed: number
}

export const defaultOptions: PlanOptions = {
  minutesPerDayLate: 2,
  minutesPerDayLateAtTop: 6,
  balanceMinutes: 10,
  familiarityMinutes: 8,
  unplacedMinutes: 500,
  startStepMinutes: 5,
  leadMinutes: 15,
  nearestWorkers: 24,
  rearrangementsPerJob: 8,
  seed: 1,
}
