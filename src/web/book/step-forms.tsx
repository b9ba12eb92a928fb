import type { OfferedTimes } from '../../modules/scheduling'
import { bookWords, type BookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import { Choice, Choices, TextField } from '../components/field'
import type { Draft } from './draft'
import { durationOf } from './duration'
import { Slots } from './slots'
import { windowWords } from './words'

export function ServiceStep({ draft: { language, fields, faults, services } }: { draft: Draft }) {
  const words = bookWords(language)
  const { money } = formatsFor(language)
  return (
    <>
      <TextField
        label={words.service.address}
        name="address"
        value={fields.address}
        error={faults.address}
        hint={words.service.addressHint}
        autoComplete="street-address"
        placeholder="1420 Larimer St, Denver, CO 80202"
        maxLength={500}
        required
      />
      <p class="book-area script-only" data-area aria-live="polite" />
      <Choices legend={words.service.legend} error={faults.service}>
        {services.map((service) => (
          <Choice
            key={service.id}
            name="service"
            value={service.id}
            label={service.label}
            note={durationOf(language, service)}
            end={service.price === null ? words.service.onRequest : money(Math.round(service.price * 100))}
            checked={service.id === fields.service}
            required
          />
        ))}
        {services.length === 0 && <p class="soft">{words.service.none}</p>}
      </Choices>
      <details
        class="book-more"
        open={Boolean(fields.length || fields.stories || faults.length || faults.stories)}
      >
        <summary>{words.service.more}</summary>
        <div class="columns-2">
          <TextField
            label={words.service.gutterLength}
            name="length"
            inputMode="decimal"
            value={fields.length}
            error={faults.length}
            optional
            optionalWord={words.optional}
          />
          <TextField
            label={words.service.stories}
            name="stories"
            inputMode="decimal"
            value={fields.stories}
            error={faults.stories}
            optional
            optionalWord={words.optional}
          />
        </div>
      </details>
    </>
  )
}

export function TimeStep({ draft: { language, fields, faults, offer, missing } }: { draft: Draft }) {
  if (!offer) return null
  const words = bookWords(language).time
  const isFree = offer.kind === 'free'
  const preferredHint = missing.includes('email') ? words.preferredByPhone : words.preferredByEmail
  return (
    <fieldset class="stack">
      <legend class="field-label">{isFree ? words.windows : words.preferred}</legend>
      <p class="field-hint">{isFree ? words.windowsHint : preferredHint}</p>
      {faults.slot && <p class="field-error">{faults.slot}</p>}
      <Slots
        language={language}
        chosen={fields.slot}
        days={offer.days.map(({ date, windows }) => ({
          date,
          slots: windows.map((window) => {
            const value = `${date}|${window}`
            return { value, ...windowWords(language, window), mark: markOf(words, offer, value) }
          }),
        }))}
      />
      <div class="actions">
        {fields.from !== '' && (
          <button class="button button-quiet" type="submit" formnovalidate name="go" value="time:">
            {words.earlier}
          </button>
        )}
        <button
          class="button button-quiet"
          type="submit"
          formnovalidate
          name="go"
          value={`time:${offer.next}`}
        >
          {words.later}
        </button>
      </div>
    </fieldset>
  )
}

/** The first free time of all, and the one that fits our routes best. */
function markOf(words: BookWords['time'], { soonest, recommended }: OfferedTimes, slot: string) {
  if (slot === soonest) return words.soonest
  return slot === recommended ? words.recommended : undefined
}
