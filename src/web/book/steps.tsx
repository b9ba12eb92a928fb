import type { ComponentChildren } from 'preact'
import { Alert } from '../components/feedback'
import type { Draft, Earlier } from './draft'
import { fieldNames, stepFields, steps, type Step } from './fields'
import { ContactStep, ServiceStep, TimeStep } from './step-forms'
import { Summary } from './summary'
import { slotWords } from './words'

const titles: Record<Step, string> = {
  service: 'What can we do for you?',
  time: 'When shall we come?',
  contact: 'How do we reach you?',
}
const shortTitles: Record<Step, string> = { service: 'Service', time: 'Time', contact: 'Contact' }

/** One step of the booking. Everything said so far travels along, so that no server has to remember it. */
export function BookingStep({ draft, step }: { draft: Draft; step: Step }) {
  const next = steps[steps.indexOf(step) + 1]
  return (
    <div class="book">
      <Progress step={step} />
      <div class="book-columns">
        <form class="card form book-form" method="post" action={next ? '/book' : '/book/confirm'} novalidate>
          <h1>{titles[step]}</h1>
          {stepFields[step].filter((name) => draft.faults[name] !== undefined).length > 1 && (
            <Alert tone="bad">Please look at the marked fields.</Alert>
          )}
          {draft.earlier && <AlreadyBooked earlier={draft.earlier} />}
          <Carried draft={draft} step={step} />
          {step === 'service' && <ServiceStep draft={draft} />}
          {step === 'time' && <TimeStep draft={draft} />}
          {step === 'contact' && <ContactStep draft={draft} />}
          {draft.services.length > 0 && (
            <Buttons step={step} next={next} another={!next && draft.earlier !== null} />
          )}
        </form>
        <Summary draft={draft} step={step} />
      </div>
    </div>
  )
}

function Progress({ step }: { step: Step }) {
  return (
    <ol class="progress" aria-label="Steps of the booking">
      {steps.map((name, index) => (
        <li
          key={name}
          class={index < steps.indexOf(step) ? 'progress-done' : undefined}
          aria-current={name === step ? 'step' : undefined}
        >
          <span class="progress-number">{index + 1}</span>
          {shortTitles[name]}
        </li>
      ))}
    </ol>
  )
}

/** The fields of the other steps, out of sight. */
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

/** Somebody who goes back for another time may not know that the first booking stands. */
function AlreadyBooked({ earlier: { path, type, preferredDate, preferredTime } }: { earlier: Earlier }) {
  const when = preferredDate ? ` for ${slotWords(preferredDate.slice(0, 10), preferredTime)}` : ''
  return (
    <Alert tone="warn">
      <span>
        You have already booked {type}
        {when}. <a href={path}>See that booking.</a> If this one is to take its place, cancel the other one
        under <a href="/my">My bookings</a>.
      </span>
    </Alert>
  )
}

interface ButtonsProps {
  step: Step
  next: Step | undefined
  /** Whether this would be one more booking. */
  another: boolean
}

function Buttons({ step, next, another }: ButtonsProps): ComponentChildren {
  const before = steps[steps.indexOf(step) - 1]
  return (
    <div class="actions actions-fill book-buttons">
      <button
        class="button button-primary button-large"
        type="submit"
        name={another ? 'another' : 'go'}
        value={next ?? 'confirm'}
      >
        {next ? 'Continue' : another ? 'Book this one as well' : 'Book now'}
      </button>
      {before && (
        <button
          class="button button-quiet button-large"
          type="submit"
          formaction="/book"
          name="go"
          value={before}
        >
          Back
        </button>
      )}
    </div>
  )
}
