import { useEffect, useState } from 'preact/hooks'
import { every, now } from '../../client/clock'

/** The time on the device's clock, for the line of the current time and for late visits. */
export function useNow(): number {
  const [moment, setMoment] = useState(now)
  useEffect(() => every(30_000, () => setMoment(now())), [])
  return moment
}
