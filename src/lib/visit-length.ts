import { minute } from './clock'

interface Service {
  baseMinutes: number | null
  minutesPerFootStory: number
}

interface House {
  gutterLength: number | null
  stories: number | null
}

/** The base plus extra time for gutter length and stories; null if the service has no base. */
export function durationMs(service: Service, house: House): number | null {
  if (service.baseMinutes === null) return null
  const feet = Math.max(0, house.gutterLength ?? 0)
  const stories = Math.max(1, house.stories ?? 1)
  const minutes = service.baseMinutes + service.minutesPerFootStory * feet * stories
  return Math.min(Math.round(minutes), 16 * 60) * minute
}
