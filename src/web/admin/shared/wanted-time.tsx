import { useId } from 'preact/hooks'
import { offeredWindows, timePreference, type TimeRange } from '../../../lib/arrival-windows'
import { formatDate } from '../../client/format'
import { TextField } from '../../components'
import { timeText } from '../dispatch/hours'

interface WantedTimeProps {
  name: string
  value: string
  error: string | undefined
  onText: (text: string) => void
}

/** Words of any kind are kept, so it is said at once what dispatch makes of them. */
export function WantedTime({ value, error, ...input }: WantedTimeProps) {
  const id = useId()
  return (
    <div>
      <TextField
        label="Wanted time"
        optional
        list={id}
        placeholder="morning"
        autocomplete="off"
        value={value}
        hint={readingOf(value)}
        {...(error && { error })}
        {...input}
      />
      <datalist id={id}>
        {timeSuggestions.map(({ words, meaning }) => (
          <option key={words} value={words}>
            {meaning}
          </option>
        ))}
      </datalist>
    </div>
  )
}

/** `8 AM – 10 AM`, `after 3 PM`, `before 12 PM` and their like. */
function rangeText({ from, until }: TimeRange): string {
  if (until === 24 * 60) return `after ${timeText(from)}`
  return from === 0 ? `before ${timeText(until)}` : `${timeText(from)} – ${timeText(until)}`
}

/** How the words for a time of day are read; said while they are typed. */
export function readingOf(words: string): string {
  if (words.trim() === '') return 'Left empty, the visit may come at any time'
  const wish = timePreference(words)
  if (wish === 'any') return 'We read this as any time'
  if (wish === 'unknown') return 'We do not understand this; the visit may come at any time'
  return `We read this as ${rangeText(wish)}`
}

/** What is offered for a wanted time: the windows of the booking page, and what they mean. */
export const timeSuggestions = offeredWindows.map((window) => ({
  words: window.label,
  meaning: rangeText(window),
}))

interface Wished {
  preferredDate: string | null
  preferredTime: string | null
}

const clocks = /^\d\d:\d\d-\d\d:\d\d$/

/** When a customer would like the visit, in words; empty when any time will do. */
export function wishText({ preferredDate, preferredTime }: Wished): string {
  const time = preferredTime?.trim() ?? ''
  const wish = timePreference(time)
  const said = clocks.test(time) && typeof wish === 'object' ? rangeText(wish) : time
  return [preferredDate && formatDate(preferredDate), said].filter(Boolean).join(', ')
}
