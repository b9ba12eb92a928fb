import type { Shift } from '../../../modules/workforce'
import { Button, SelectField, TextField } from '../../components'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const options = weekdays.map((label, place) => ({ value: String(place + 1), label }))

/** The names of the fields that show their own errors. */
export const weekFields = (name: string, shifts: Shift[]): string[] =>
  shifts.flatMap((_, place) => ['', '.weekday', '.start', '.end'].map((field) => `${name}.${place}${field}`))

interface WeekFieldsProps {
  /** The name of the list in the request. */
  name: string
  shifts: Shift[]
  onChange: (shifts: Shift[]) => void
  faults: Record<string, string>
}

/** The hours of a week, a row for each. */
export function WeekFields({ name, shifts, onChange, faults }: WeekFieldsProps) {
  const change = (place: number, part: Partial<Shift>) =>
    onChange(shifts.map((shift, at) => (at === place ? { ...shift, ...part } : shift)))
  const add = () => {
    const last = shifts.at(-1)
    const weekday = last ? (last.weekday % 7) + 1 : 1
    onChange([...shifts, { weekday, start: last?.start ?? '08:00', end: last?.end ?? '17:00' }])
  }
  const errorOf = (place: number, field: string) => faults[`${name}.${place}.${field}`]
  return (
    <>
      {shifts.map((shift, place) => (
        <div class="shift" key={place}>
          <SelectField
            label="Day"
            value={String(shift.weekday)}
            options={options}
            onChoice={(value) => change(place, { weekday: Number(value) })}
          />
          <TextField
            label="Start"
            type="time"
            value={shift.start}
            onText={(start) => change(place, { start })}
            error={errorOf(place, 'start') ?? faults[`${name}.${place}`]}
          />
          <TextField
            label="End"
            type="time"
            value={shift.end === '24:00' ? '23:59' : shift.end}
            onText={(end) => change(place, { end })}
            error={errorOf(place, 'end')}
          />
          <Button
            aria-label={`Remove ${weekdays[shift.weekday - 1]} ${shift.start}`}
            onClick={() => onChange(shifts.filter((_, at) => at !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div class="row">
        <Button size="small" onClick={add}>
          Add hours
        </Button>
      </div>
    </>
  )
}
