import { capitalized } from '../../words/formats'
import type { When } from './words'

/** A customer's own words for a time may be long, and then they have to break. */
const longestUnbroken = 24

export function WhenText({ when: { day, time } }: { when: When }) {
  return (
    <>
      {capitalized(day)}
      {time !== null && ', '}
      {time !== null && <span class={time.length <= longestUnbroken ? 'nowrap' : undefined}>{time}</span>}
    </>
  )
}
