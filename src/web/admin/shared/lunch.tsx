import type { Lunch } from '../../../settings/hours'
import { TextField } from '../../components'
import { errorText } from './words'

/** The lunch break as typed. */
export interface TypedLunch {
  minutes: string
  from: string
  until: string
}

export const typedLunch = ({ minutes, from, until }: Lunch): TypedLunch => ({
  minutes: String(minutes),
  from,
  until,
})

/** An empty length is no lunch break. */
export const lunchOf = ({ minutes, from, until }: TypedLunch): Lunch => ({
  minutes: Number(minutes),
  from,
  until,
})

/** The names of the fields that show their own errors. */
export const lunchFields = ['lunch.minutes', 'lunch.from', 'lunch.until']

interface LunchFieldsProps {
  lunch: TypedLunch
  onChange: (lunch: TypedLunch) => void
  faults: Record<string, string>
}

/** How long lunch is, and when it can start. */
export function LunchFields({ lunch, onChange, faults }: LunchFieldsProps) {
  const errorOf = (field: string) => errorText(faults[`lunch.${field}`])
  return (
    <div class="form-grid">
      <TextField
        label="Lunch break (minutes)"
        inputMode="numeric"
        value={lunch.minutes}
        onText={(minutes) => onChange({ ...lunch, minutes })}
        error={errorOf('minutes')}
      />
      <TextField
        label="Earliest start"
        type="time"
        value={lunch.from}
        onText={(from) => onChange({ ...lunch, from })}
        error={errorOf('from')}
      />
      <TextField
        label="Latest start"
        type="time"
        value={lunch.until}
        onText={(until) => onChange({ ...lunch, until })}
        error={errorOf('until')}
      />
    </div>
  )
}
