import { useState } from 'preact/hooks'
import { holidayName, nextHolidays } from '../../../lib/us-holidays'
import { formatDate } from '../../client/format'
import { Button, Icon, Popover, TextField } from '../../components'
import { settings } from '../session'
import { today } from './zone'

interface DatesFieldProps {
  /** The label of the field for another date. */
  label: string
  dates: string[]
  onChange: (dates: string[]) => void
  /** Said while there are none. */
  none: string
  error?: string | undefined
}

/** Days on which nobody works: chosen from a calendar, or from the US holidays of the next 12 months. */
export function DatesField({ label, dates, onChange, none, error }: DatesFieldProps) {
  const [date, setDate] = useState('')
  const put = (more: string[]) => onChange([...new Set([...dates, ...more])].toSorted())
  const add = () => {
    if (date !== '') put([date])
    setDate('')
  }
  return (
    <div class="stack">
      {dates.length === 0 && <p class="soft small">{none}</p>}
      <ul class="chips" hidden={dates.length === 0}>
        {dates.map((day) => (
          <li key={day} class="chip">
            <span>{formatDate(day)}</span>
            {holidayName(day) && <small class="soft">{holidayName(day)}</small>}
            {/* Part of the form's content, so that leaving without saving asks first. */}
            <input type="hidden" value={day} />
            <button
              type="button"
              aria-label={`Remove ${formatDate(day)}`}
              onClick={() => onChange(dates.filter((other) => other !== day))}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ul>
      <div class="inline-field">
        {/* A date that was chosen but not added yet is surely meant. */}
        <TextField label={label} type="date" value={date} onText={setDate} onBlur={add} error={error} />
        <Button disabled={date === ''} onClick={add}>
          Add
        </Button>
        <Popover
          label="US holidays"
          button={
            <>
              <Icon name="calendar-plus" />
              US holidays
            </>
          }
        >
          {(close) => (
            <Holidays
              dates={dates}
              onAdd={put}
              onRemove={(day) => onChange(dates.filter((one) => one !== day))}
              onDone={close}
            />
          )}
        </Popover>
      </div>
    </div>
  )
}

interface HolidaysProps {
  dates: string[]
  onAdd: (dates: string[]) => void
  onRemove: (date: string) => void
  onDone: () => void
}

function Holidays({ dates, onAdd, onRemove, onDone }: HolidaysProps) {
  const offered = nextHolidays(today(settings.timeZone))
  return (
    <div class="stack-tight">
      <div class="row-apart">
        <Button size="small" onClick={() => onAdd(offered.map(({ date }) => date))}>
          Choose all
        </Button>
        <Button size="small" kind="primary" onClick={onDone}>
          Done
        </Button>
      </div>
      {offered.map(({ date, name }) => (
        <label key={date} class="check">
          <input
            type="checkbox"
            checked={dates.includes(date)}
            onChange={({ currentTarget: { checked } }) => (checked ? onAdd([date]) : onRemove(date))}
          />
          <span class="holiday">
            {name} <span class="soft">{formatDate(date)}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
