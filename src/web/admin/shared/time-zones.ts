import { formatTimeZone } from '../../client/format'
import type { Option } from '../../components'

const unitedStates = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** All time zones to choose from, US zones first. The current one is always included, even under an old name. */
export function timeZoneOptions(current: string): Option[] {
  const first = unitedStates.includes(current) ? unitedStates : [current, ...unitedStates]
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])].map((timeZone) => ({
    value: timeZone,
    label: timeZoneLabel(timeZone),
  }))
}

/** `Pacific Time (Los Angeles)` for `America/Los_Angeles`. */
export function timeZoneLabel(timeZone: string): string {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  const name = formatTimeZone(timeZone)
  return city === undefined || city === name ? name : `${name} (${city})`
}
