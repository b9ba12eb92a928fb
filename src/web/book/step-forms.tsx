import { formatUsd, canBePaidOnline } from '../../lib/money'
import type { OfferedService, OfferedDay } from '../../modules/scheduling'
import { formatLongDay } from '../client/format'
import { Alert } from '../components/feedback'
import { Choice, Choices, TextField, TextArea } from '../components/field'
import type { Draft } from './draft'
import { shortDay, windowWords } from './words'

export function ServiceStep({ draft: { fields, faults, services } }: { draft: Draft }) {
  return (
    <>
      <TextField
        label="Address"
        name="address"
        value={fields.address}
        error={faults.address}
        hint="Street and house number, town and ZIP code of the place where the work is."
        autoComplete="street-address"
        placeholder="1420 Larimer St, Denver, CO 80202"
        maxLength={500}
        required
      />
      <p class="book-area script-only" data-area aria-live="polite" />
      <Choices legend="Service" error={faults.service}>
        {services.map((service) => (
          <Choice
            key={service.id}
            name="service"
            value={service.id}
            label={service.label}
            note={durationOf(service)}
            end={service.price === null ? 'On request' : formatUsd(Math.round(service.price * 100))}
            checked={service.id === fields.service}
            required
          />
        ))}
        {services.length === 0 && (
          <p class="soft">Nothing can be booked online at the moment. Please come back later.</p>
        )}
      </Choices>
      <details
        class="book-more"
        open={Boolean(fields.length || fields.stories || faults.length || faults.stories)}
      >
        <summary>Tell us about the house, so that we plan enough time</summary>
        <div class="columns-2">
          <TextField
            label="Gutter length in feet"
            name="length"
            inputMode="decimal"
            value={fields.length}
            error={faults.length}
            optional
          />
          <TextField
            label="Stories"
            name="stories"
            inputMode="decimal"
            value={fields.stories}
            error={faults.stories}
            optional
          />
        </div>
      </details>
    </>
  )
}

function durationOf({ minutes, dependsOnSize }: OfferedService): string | undefined {
  if (minutes === null) return undefined
  const hours = minutes % 60 === 0 && minutes >= 60 ? `${minutes / 60} h` : `${minutes} min`
  return dependsOnSize ? `From ${hours}, by the size of the house` : `About ${hours}`
}

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
    <div class="day" role="group" aria-label={formatLongDay(date)}>
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

export function ContactStep({ draft: { fields, faults, amounts, paysOnline, missing } }: { draft: Draft }) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        value={fields.name}
        error={faults.name}
        maxLength={200}
        required
      />
      <div class="columns-2">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={fields.email}
          error={faults.email}
          hint={
            missing.includes('email') ? undefined : 'For the confirmation, and to see or cancel your booking.'
          }
          maxLength={200}
          required
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          value={fields.phone}
          error={faults.phone}
          hint={missing.includes('sms') ? undefined : "We'll text you when we're on the way."}
          maxLength={50}
          optional
        />
      </div>
      <TextArea
        label="Anything we should know?"
        name="notes"
        value={fields.notes}
        error={faults.notes}
        placeholder="Gate code, dogs, where to park …"
        maxLength={1000}
        rows={3}
        optional
      />
      {amounts !== null && (
        <TextField
          label="Promo code"
          name="promo"
          value={fields.promo}
          error={faults.promo}
          autoComplete="off"
          maxLength={50}
          optional
        />
      )}
      {amounts !== null && amounts.discountCents > 0 && (
        <Alert tone="good">
          {`The code takes ${formatUsd(amounts.discountCents)} off. Your total is ${formatUsd(amounts.totalCents)}.`}
        </Alert>
      )}
      {paysOnline && canBePaidOnline(amounts?.totalCents ?? 0) && (
        <Choices legend="Payment">
          <Choice
            name="pay"
            value="later"
            label="Pay later"
            note="After the visit, with the link in your invoice."
            checked={fields.pay !== 'now'}
          />
          <Choice
            name="pay"
            value="now"
            label="Pay now"
            note="By card. You get everything back if you cancel before the visit."
            end={formatUsd(amounts?.totalCents ?? 0)}
            checked={fields.pay === 'now'}
          />
        </Choices>
      )}
    </>
  )
}
