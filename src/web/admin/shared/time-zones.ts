import { useEffect, useState } from 'preact/hooks'
import { formatTimeZone } from '../../client/format'
import { whenCalm, whenIdle } from '../../client/idle'
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

const known = new Map<string, string>()

/** All time zones to choose from, US zones first. The current one is always included, even under an old name. */
export const timeZoneOptions = (current: string): Option[] =>
  optionsOf([...firstZones(current), ...Intl.supportedValuesOf('timeZone')])

/** The same for a form that shouldn't wait for 400 names: zones outside the US follow once everything else is there. */
export function useTimeZoneOptions(current: string): Option[] {
  const [isComplete, setComplete] = useState(false)
  useEffect(() => {
    if (isComplete) return undefined
    const unnamed = Intl.supportedValuesOf('timeZone').filter((zone) => !known.has(zone))
    let callOff = () => {}
    const nameSome = () => {
      for (const zone of unnamed.splice(0, 20)) timeZoneLabel(zone)
      if (unnamed.length > 0) callOff = whenIdle(nameSome)
      else setComplete(true)
    }
    callOff = whenCalm(nameSome)
    return () => callOff()
  }, [])
  return isComplete ? timeZoneOptions(current) : optionsOf(firstZones(current))
}

const firstZones = (current: string): string[] =>
  unitedStates.includes(current) ? unitedStates : [current, ...unitedStates]

const optionsOf = (zones: string[]): Option[] =>
  [...new Set(zones)].map((value) => ({ value, label: timeZoneLabel(value) }))

/** `Pacific Time (Los Angeles)` for `America/Los_Angeles`. */
export function timeZoneLabel(timeZone: string): string {
  const before = known.get(timeZone)
  if (before !== undefined) return before
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  const name = formatTimeZone(timeZone)
  const label = city === undefined || city === name ? name : `${name} (${city})`
  known.set(timeZone, label)
  return label
}
