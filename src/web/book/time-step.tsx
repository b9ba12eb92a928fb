import type { OfferedDay } from '../../modules/booking-page/slots'
import type { Draft } from './draft'
import { longDay, shortDay, windowWords } from './words'

export function TimeStep({ draft: { fields, faults, offer } }: { draft: Draft }) {
  if (!offer) return null
  return (
    <fieldset class="stack">
      <legend class="field-label">Day and time</legend>
      <p class="field-hint">
        {offer.kind === 'free'
          ? 'These times are free: we arrive within the window you choose.'
          : 'Tell us what suits you. We confirm the exact time by email before anybody comes.'}
      </p>
      {faults.slot && <p class="field-error">{faults.slot}</p>}
      <div class="days">
        {offer.days.map((day) => (
          <Day key={day.date} day={day} chosen={fields.slot} />
        ))}
      </div>
      <div class="actions">
        {fields.from !== '' && (
          <button class="button button-quiet" type="submit" formnovalidate name="go" value="time:">
            Earlier days
          </button>
        )}
        <button
          class="button button-quiet"
          type="submit"
          formnovalidate
          name="go"
          value={`time:${offer.next}`}
        >
          Later days
        </button>
      </div>
    </fieldset>
  )
}

function Day({ day: { date, windows }, chosen }: { day: OfferedDay; chosen: string }) {
  const { weekday, day } = shortDay(date)
  return (
    <div class="day" role="group" aria-label={longDay(date)}>
      <div class="day-name">
        <span class="strong">{weekday}</span> <span class="soft">{day}</span>
      </div>
      <div class="day-slots">
        {windows.map((window) => (
          <Slot key={window} value={`${date}|${window}`} window={window} chosen={chosen} />
        ))}
      </div>
    </div>
  )
}

function Slot({ value, window, chosen }: { value: string; window: string; chosen: string }) {
  const { short, hours } = windowWords(window)
  return (
    <label class="slot">
      <input type="radio" name="slot" value={value} checked={value === chosen} required />
      <span class="slot-text">
        <span>{short}</span>
        {hours && <span class="slot-hours">{hours}</span>}
      </span>
    </label>
  )
}
