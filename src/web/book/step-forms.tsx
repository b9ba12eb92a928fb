import type { OfferedService, OfferedTimes } from '../../modules/scheduling'
import { bookWords, type BookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'
import { Choice, Choices, TextField } from '../components/field'
import { AddressFields } from './address-fields'
import type { Draft } from './draft'
import { durationOf, priceText } from './offer-text'
import { extraValue } from './price'
import { Slots } from './slots'
import { windowWords } from './words'

export function ServiceStep({ draft }: { draft: Draft }) {
  const { language, fields, faults, services } = draft
  const words = bookWords(language)
  const isPricedBy = (part: 'footPrice' | 'storyPrice' | 'windowPrice') =>
    services.some((service) => service.price !== null && service[part] > 0)
  const isSized = isPricedBy('footPrice') || isPricedBy('storyPrice') || isPricedBy('windowPrice')
  const given = [fields.length, fields.stories, fields.windows]
  const wrong = [faults.length, faults.stories, faults.windows]
  return (
    <>
      <AddressFields draft={draft} />
      <Choices legend={words.service.legend} error={faults.service}>
        {services.map((service) => (
          <div
            key={service.id}
            class="book-service"
            data-service={JSON.stringify(service)}
            data-needs={neededFor(service)}
          >
            <Choice
              name="service"
              value={service.id}
              label={service.label}
              note={durationOf(language, service)}
              end={priceText(language, service)}
              checked={service.id === fields.service}
              required
            />
            {service.extras.length > 0 && (
              <Extras language={language} service={service} chosen={fields.extras.split(',')} />
            )}
          </div>
        ))}
        {services.length === 0 && <p class="soft">{words.service.none}</p>}
      </Choices>
      <details class="book-more" open={isSized || [...given, ...wrong].some(Boolean)}>
        <summary>{words.service.more}</summary>
        {isSized && <p class="field-hint">{words.service.priceDepends}</p>}
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
          {isPricedBy('windowPrice') && (
            <TextField
              label={words.service.windows}
              name="windows"
              inputMode="numeric"
              value={fields.windows}
              error={faults.windows}
              optional
              optionalWord={words.optional}
            />
          )}
        </div>
      </details>
    </>
  )
}

/** The fields that the price of a service depends on: they aren't optional once it is chosen. */
function neededFor(service: OfferedService): string | undefined {
  if (service.price === null) return undefined
  const prices = { length: service.footPrice, stories: service.storyPrice, windows: service.windowPrice }
  const needed = Object.entries(prices).flatMap(([name, price]) => (price > 0 ? [name] : []))
  return needed.join(' ') || undefined
}

/** Shown only under the service that is chosen. */
function Extras({
  language,
  service,
  chosen,
}: {
  language: Language
  service: OfferedService
  chosen: string[]
}) {
  const words = bookWords(language).service
  const { money, duration } = formatsFor(language)
  return (
    <fieldset class="book-extras">
      <legend class="field-label">{words.extras}</legend>
      {service.extras.map(({ label, price, minutes }) => {
        const value = extraValue(service, label)
        return (
          <label key={label} class="check">
            <input type="checkbox" name="extra" value={value} checked={chosen.includes(value)} />
            <span class="check-text">
              {label}
              {minutes > 0 && <span class="choice-note">{words.extraTime(duration(minutes))}</span>}
            </span>
            <span class="num nowrap">+{money(Math.round(price * 100))}</span>
          </label>
        )
      })}
    </fieldset>
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
