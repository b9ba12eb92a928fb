import { formatUsd } from '../../lib/money'
import { Choice, Choices } from '../components/choice'
import { TextField } from '../components/field'
import type { OfferedService } from '../../modules/booking-page/model'
import type { Draft } from './draft'

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
