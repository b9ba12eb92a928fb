import { formatSomeDate } from '../../client/format'
import { today } from './zone'

const day = 86_400_000

/** `Passed 3 days ago`; null for a date that isn't over there. */
export function passedText(preferredDate: string | null, timeZone: string): string | null {
  const wanted = preferredDate?.slice(0, 10) ?? ''
  const current = today(timeZone)
  if (wanted === '' || wanted >= current) return null
  const days = Math.round((Date.parse(current) - Date.parse(wanted)) / day)
  return days === 1 ? 'Passed yesterday' : `Passed ${days} days ago`
}

/** `Prefers Fri, Mar 6`, or `Preferred Fri, Feb 27` once that day is over. */
export function preferredText(
  preferredDate: string | null,
  timeZone: string,
  text = formatSomeDate(preferredDate ?? ''),
): string {
  return `${passedText(preferredDate, timeZone) === null ? 'Prefers' : 'Preferred'} ${text}`
}
