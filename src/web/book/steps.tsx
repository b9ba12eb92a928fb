import type { ComponentChildren } from 'preact'
import { zipIn } from '../../lib/text'
import { bookWords, type BookWords } from '../../words/book'
import { areaWords } from '../../words/book-area'
import type { Language } from '../../words/language'
import { Alert } from '../components/feedback'
import { AreaRequest } from '../home/area-request'
import type { Draft, Earlier } from './draft'
import { fieldNames, stepFields, steps, type Step } from './fields'
import { ContactStep } from './contact-step'
import { ServiceStep, TimeStep } from './step-forms'
import { Brief, Summary, Terms } from './summary'
import { inWords, slotWords } from './words'

/** The switch between languages sends this form, to keep everything typed so far. */
export const formId = 'book-form'

/** One step of the booking. The form carries the earlier answers along, so no server has to remember them. */
export function BookingStep({ draft, step }: { draft: Draft; step: Step }) {
  const next = steps[steps.indexOf(step) + 1]
  const words = bookWords(draft.language)
  return (
    <div class="book">
      <Progress step={step} language={draft.language} />
      <Outside draft={draft} />
      <div class="book-columns">
        <form
          id={formId}
          class="card form book-form"
          method="post"
          action={next ? '/book' : '/book/confirm'}
          novalidate
        >
          <h1>{words.steps[step].title}</h1>
          <Brief draft={draft} step={step} />
          {stepFields[step].filter((name) => draft.faults[name] !== undefined).length > 1 && (
            <Alert tone="bad">{words.faults.several}</Alert>
          )}
          {draft.earlier && <AlreadyBooked earlier={draft.earlier} language={draft.language} />}
          <Carried draft={draft} step={step} />
          {step === 'service' && <ServiceStep draft={draft} />}
          {step === 'time' && <TimeStep draft={draft} />}
          {step === 'contact' && (
            <>
              <ContactStep draft={draft} />
              <Terms draft={draft} />
            </>
          )}
          {draft.services.length > 0 && (
            <Buttons
              step={step}
              next={next}
              another={!next && draft.earlier !== null}
              byQuote={draft.service?.byQuote ?? false}
              words={words.buttons}
            />
          )}
        </form>
        <Summary draft={draft} step={step} />
      </div>
    </div>
  )
}

/** Where we don't come yet, a form of its own: it sends nothing else of the booking. */
function Outside({ draft: { language, area, fields, faults } }: { draft: Draft }) {
  const zip = zipIn(fields.address)?.slice(0, 5)
  if (area?.area !== 'outside' || faults.address === undefined || zip === undefined) return null
  return (
    <section class="card card-tight" aria-labelledby="outside-title">
      <p id="outside-title" class="strong">
        {areaWords(language).request.title(zip)}
      </p>
      <AreaRequest language={language} zip={zip} isNoted={false} wrong={null} />
    </section>
  )
}

function Progress({ step, language }: { step: Step; language: Language }) {
  const words = bookWords(language).steps
  return (
    <ol class="progress" aria-label={words.label}>
      {steps.map((name, index) => (
        <li
          key={name}
          class={index < steps.indexOf(step) ? 'progress-done' : undefined}
          aria-current={name === step ? 'step' : undefined}
        >
          <span class="progress-number">{index + 1}</span>
          {words[name].short}
        </li>
      ))}
    </ol>
  )
}

/** The fields of the other steps, hidden. */
function Carried({ draft, step }: { draft: Draft; step: Step }) {
  const shown = new Set<string>(stepFields[step])
  return (
    <>
      {fieldNames
        .filter((name) => !shown.has(name) && draft.fields[name] !== '')
        .map((name) => (
          <input key={name} type="hidden" name={name} value={draft.fields[name]} />
        ))}
    </>
  )
}

/** A visitor who goes back for another time may not know that the first booking holds. */
function AlreadyBooked({ earlier, language }: { earlier: Earlier; language: Language }) {
  const { path, type, preferredDate, preferredTime } = earlier
  const words = bookWords(language).already
  const when = preferredDate && inWords(slotWords(language, preferredDate.slice(0, 10), preferredTime))
  return (
    <Alert tone="warn">
      <span>
        {words.text(type, when)} <a href={path}>{words.see}</a> · <a href="/my">{words.bookings}</a>
      </span>
    </Alert>
  )
}

interface ButtonsProps {
  step: Step
  next: Step | undefined
  /** Whether this would be one more booking. */
  another: boolean
  byQuote: boolean
  words: BookWords['buttons']
}

function Buttons({ step, next, another, byQuote, words }: ButtonsProps): ComponentChildren {
  const before = steps[steps.indexOf(step) - 1]
  return (
    <div class="actions actions-fill book-buttons">
      {step === 'service' && <p class="book-price-now script-only" data-price aria-live="polite" />}
      <button
        class="button button-primary button-large"
        type="submit"
        name={another ? 'another' : 'go'}
        value={next ?? 'confirm'}
      >
        {next ? (
          words.next
        ) : another ? (
          words.another
        ) : byQuote ? (
          words.requestQuote
        ) : (
          <>
            <span class="book-only">{words.book}</span>
            <span class="book-and-pay">{words.bookAndPay}</span>
          </>
        )}
      </button>
      {before && (
        <button
          class="button button-quiet button-large"
          type="submit"
          formaction="/book"
          name="go"
          value={before}
        >
          {words.back}
        </button>
      )}
    </div>
  )
}
