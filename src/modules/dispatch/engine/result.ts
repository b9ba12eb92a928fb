import type { Score } from './cost'
import type { Interval } from './world'

export interface Plan {
  /** In the order of job ids. */
  placements: Placement[]
  unplaced: Unplaced[]
  /** Minutes of driving that the placements add to the committed visits. */
  addedTravel: number
}

export interface Placement extends Interval {
  jobId: string
  workerId: string
  /** The end with the buffer behind it. */
  busyUntil: number
  /** Which day of the horizon. */
  day: number
  score: Score
  /** The other worker who would have cost least, as the plan stands. */
  runnerUp: RunnerUp | null
}

export interface RunnerUp {
  workerId: string
  score: Score
}

export interface Unplaced {
  jobId: string
  reason: UnplacedReason
}

/** All but the last stay as they are until somebody changes something. */
export type UnplacedReason = 'no_place' | 'no_duration' | 'no_skill' | 'out_of_area' | 'no_capacity'
