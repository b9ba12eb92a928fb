import { useId } from 'preact/hooks'
import { offeredWindows, timePreference, type TimeRange } from '../../../lib/arrival-windows'
import { formatClock, formatClockRange, formatSomeDate } from '../../client/format'
import { TextField } from '../../components'
import type { Job } from '../../../modules/jobs'
import { minuteOfDay } from '../../../lib/hours'
import { localTime } from './zone'

interface WantedTimeProps {
  name: string
  value: string
  error: string | undefined
  onText: (text: string) => void
}

/** Takes any text, and shows right away how dispatch understands it. */
export function WantedTime({ value, error, ...input }: WantedTimeProps) {
  const id = useId()
  return (
    <div>
      <TextField
        label="Preferred time"
        optional
        list={id}
        placeholder="For example, morning"
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

/** `8–10 AM`, `after 3 PM`, `before 12 PM`. */
function rangeText({ from, until }: TimeRange): string {
  if (until === 24 * 60) return `after ${formatClock(from)}`
  return from === 0 ? `before ${formatClock(until)}` : formatClockRange(from, until)
}

/** Explains how dispatch understands the typed time. */
export function readingOf(words: string): string {
  if (words.trim() === '') return 'Leave blank for any time'
  const preference = timePreference(words)
  if (preference === 'any') return 'Means any time'
  if (preference === 'unknown') return "We don't recognize this, so it counts as any time"
  return `Means ${rangeText(preference)}`
}

/** Suggests the arrival windows of the booking page. */
export const timeSuggestions = offeredWindows.map((window) => ({
  words: window.label,
  meaning: rangeText(window),
}))

interface Preference {
  preferredDate: string | null
  preferredTime: string | null
}

type Told = Pick<Job, 'scheduledStart' | 'toldStart' | 'toldEnd'>

/** The arrival window that we told a customer who chose none, while it counts; empty otherwise. */
export function toldWindowText({ scheduledStart: start, toldStart, toldEnd }: Told, zone: string): string {
  if (start === null || !toldStart || !toldEnd || !isBetween(start, toldStart, toldEnd)) return ''
  const [from, until] = [localTime(toldStart, zone), localTime(toldEnd, zone)]
  const window = rangeText({ from: minuteOfDay(from.time) ?? 0, until: minuteOfDay(until.time) ?? 0 })
  return `${formatSomeDate(from.date)}, ${window}`
}

const isBetween = (moment: string, from: string, until: string): boolean =>
  Date.parse(from) <= Date.parse(moment) && Date.parse(moment) <= Date.parse(until)

/** `08:00-10:00`, `8-10`: ranges without AM or PM. */
const bareRange = /^[\d:]+-[\d:]+$/

/** The customer's preferred date and time; empty if any time works. */
export function preferredTimeText({ preferredDate, preferredTime }: Preference): string {
  const time = preferredTime?.trim() ?? ''
  const preference = timePreference(time)
  const isRange = bareRange.test(time) && typeof preference === 'object'
  const text = isRange ? rangeText(preference) : preference === 'any' ? '' : time
  return [preferredDate && formatSomeDate(preferredDate), text].filter(Boolean).join(', ')
}
