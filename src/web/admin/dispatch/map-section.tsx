import type { Job } from '../../../modules/jobs/model'
import { lazily } from '../shared/lazily'
import type { Day } from './day'

export interface MapProps {
  date: string
  day: Day
  /** Whether it scrolls itself into view: it lies below the board. */
  comesForward: boolean
  onChoose: (job: Job) => void
}

/** The map is the largest script of the console: it comes only when somebody wants to see it. */
export const MapSection = lazily<MapProps>(
  () => import('./map').then(({ DayMap }) => DayMap),
  'The map could not be loaded.',
)
