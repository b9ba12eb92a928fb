import { depositDue } from '../../lib/booking-rules'
import { canBePaidOnline } from '../../lib/money'
import { bookWords } from '../../words/book'
import { formatsFor } from '../../words/formats'
import { rulesWords } from '../../words/rules'
import { Alert } from '../components/feedback'
import { Choice, Choices, Field, TextArea, TextField } from '../components/field'
import type { Draft } from './draft'

export function ContactStep({ draft }: { draft: Draft }) {
  const { language, fields, faults, amounts, missing } = draft
  const { contact: words, optional } = bookWords(language)
  return (
    <>
      <Held draft={draft} />
      <TextField
        label={words.name}
        name="name"
        autoComplete="name"
        value={fields.name}
        error={faults.name}
        maxLength={200}
        required
      />
      <div class="columns-2">
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="email"
          value={fields.email}
          error={faults.email}
          hint={missing.includes('email') ? undefined : words.emailHint}
          maxLength={200}
          required
        />
        <TextField
          label={words.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          value={fields.phone}
          error={faults.phone}
          hint={missing.includes('sms') ? undefined : words.phoneHint}
          maxLength={50}
          optional
          optionalWord={optional}
        />
      </div>
      <TextArea
        label={words.notes}
        name="notes"
        value={fields.notes}
        error={faults.notes}
        placeholder={words.notesExample}
        maxLength={1000}
        rows={3}
        optional
        optionalWord={optional}
      />
      {amounts !== null && <PromoCode draft={draft} amounts={amounts} />}
      <PaymentChoice draft={draft} />
    </>
  )
}

/** Until when the chosen time waits for the visitor. A script says so when the time is up. */
function Held({ draft: { language, hold } }: { draft: Draft }) {
  if (!hold) return null
  const { contact: words } = bookWords(language)
  const until = formatsFor(language).time(hold.until, hold.timeZone)
  return (
    <Alert tone="good">
      <span data-held-for={hold.leftMs}>{hold.isAgain ? words.heldAgain(until) : words.held(until)}</span>
    </Alert>
  )
}

interface PromoProps {
  draft: Draft
  amounts: NonNullable<Draft['amounts']>
}

/** Apply shows the total with the code and books nothing; a code that is only typed counts when Book is pressed. */
function PromoCode({ draft: { language, fields, faults }, amounts }: PromoProps) {
  const { contact: words, optional } = bookWords(language)
  const { money } = formatsFor(language)
  return (
    <div class="stack" id="promo">
      <Field label={words.promo} error={faults.promo} optional optionalWord={optional}>
        {(wiring) => (
          <div class="book-promo">
            <input
              class="input"
              type="text"
              name="promo"
              value={fields.promo}
              autoComplete="off"
              maxLength={50}
              {...wiring}
            />
            <button
              class="button button-secondary"
              type="submit"
              formaction="/book#promo"
              name="go"
              value="contact"
            >
              {words.applyPromo}
            </button>
          </div>
        )}
      </Field>
      {amounts.discountCents > 0 && (
        <Alert tone="good">
          {words.promoApplied(money(amounts.discountCents), money(amounts.totalCents))}
        </Alert>
      )}
    </div>
  )
}

function PaymentChoice({ draft }: { draft: Draft }) {
  const { language, fields, amounts, paysOnline, rules } = draft
  const totalCents = amounts?.totalCents ?? 0
  const deposit = depositDue({ totalCents, paidCents: 0, bookingRules: rules })
  const canPayAll = canBePaidOnline(totalCents)
  if (!paysOnline || (deposit === 0 && !canPayAll)) return null
  const { contact: words } = bookWords(language)
  const { money } = formatsFor(language)
  const terms = rulesWords(language)
  const note = rules?.cancel ? words.payNowByCard : words.payNowNote
  if (deposit > 0)
    return (
      <Choices legend={words.payment}>
        <Choice
          name="pay"
          value="now"
          label={terms.depositNow(money(deposit), money(totalCents - deposit))}
          note={note}
          checked={fields.pay !== 'all'}
        />
        {canPayAll && (
          <Choice
            name="pay"
            value="all"
            label={terms.allNow}
            note={note}
            end={money(totalCents)}
            checked={fields.pay === 'all'}
          />
        )}
      </Choices>
    )
  return (
    <Choices legend={words.payment}>
      <Choice
        name="pay"
        value="later"
        label={words.payLater}
        note={words.payLaterNote}
        checked={fields.pay !== 'now'}
      />
      <Choice
        name="pay"
        value="now"
        label={words.payNow}
        note={note}
        end={money(totalCents)}
        checked={fields.pay === 'now'}
      />
    </Choices>
  )
}
