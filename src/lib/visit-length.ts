import { minute } from './clock'
import { extrasIn } from './price-rules'

interface Service {
  baseMinutes: number | null
  minutesPerFootStory: number
  extras: readonly { label: string; minutes: number }[]
}

interface Visit {
  gutterLength: number | null
  stories: number | null
  addOns: readonly string[]
}

/** The base plus the time for gutter length, stories and extras; null if the service has no base. */
export function durationMs(service: Service, visit: Visit): number | null {
  if (service.baseMinutes === null) return null
  const feet = Math.max(0, visit.gutterLength ?? 0)
  const stories = Math.max(1, visit.stories ?? 1)
  const extra = extrasIn(service.extras, visit.addOns).reduce((sum, { minutes }) => sum + minutes, 0)
  const minutes = service.baseMinutes + service.minutesPerFootStory * feet * stories + extra
  return Math.min(Math.round(minutes), 16 * 60) * minute
}
