import { depositDue, shownPolicy } from '../../lib/booking-rules'
import { bookWords, type BookWords } from '../../words/book'
import { formatsFor, type Formats } from '../../words/formats'
import { policyText, rulesWords } from '../../words/rules'
import type { Draft } from './draft'
import type { Step } from './fields'
import { WhenText } from './when-text'
import { slotWords } from './words'

/** The choices made so far, next to the form. */
export function Summary({ draft, step }: { draft: Draft; step: Step }) {
  const { language, service, addOns, area, amounts, slot, fields } = draft
  if (step === 'service') return <Promises {...draft} />
  const words = bookWords(language).summary
  return (
    <aside class="card card-tight book-summary" aria-label={words.label}>
      <h2 class="book-summary-title">{words.title}</h2>
      <dl class="facts">
        <dt>{words.service}</dt>
        <dd>{service?.label}</dd>
        {addOns.length > 0 && (
          <>
            <dt>{words.extras}</dt>
            <dd>{addOns.join(', ')}</dd>
          </>
        )}
        <dt>{words.address}</dt>
        <dd>{fields.address}</dd>
        {area?.franchise && (
          <>
            <dt>{words.business}</dt>
            <dd>{area.franchise.name}</dd>
          </>
        )}
        {/* The script fills it in as soon as a time is chosen. */}
        <dt hidden={!slot}>{words.when}</dt>
        <dd hidden={!slot} data-when>
          {slot && <WhenText when={slotWords(language, slot.date, slot.window)} />}
        </dd>
      </dl>
      <hr />
      {amounts ? (
        <Price amounts={amounts} words={words} formats={formatsFor(language)} />
      ) : (
        <p class="small">{service?.byQuote ? words.byQuote : words.onRequest}</p>
      )}
      {step === 'time' && <Terms draft={draft} />}
    </aside>
  )
}

/** The same in one line, where the summary has no room beside the form. */
export function Brief({ draft: { language, service, slot, amounts }, step }: { draft: Draft; step: Step }) {
  if (step === 'service' || !service) return null
  const total = amounts && formatsFor(language).money(amounts.totalCents)
  return (
    <p class="book-brief">
      <span>
        {service.label}
        {slot && step === 'contact' && (
          <small>
            <WhenText when={slotWords(language, slot.date, slot.window)} />
          </small>
        )}
      </span>
      {total !== null && (
        <span class="num strong">
          {amounts?.taxCents ? bookWords(language).summary.withTax(total) : total}
        </span>
      )}
    </p>
  )
}

/** The deposit and the cancellation policy, which stand above the button that books. */
export function Terms({ draft: { language, amounts, rules, paysOnline } }: { draft: Draft }) {
  const totalCents = amounts?.totalCents ?? 0
  const job = { totalCents, paidCents: 0, bookingRules: rules, scheduledStart: null }
  const policy = shownPolicy(job, 0)
  const deposit = paysOnline ? depositDue(job) : 0
  const { money } = formatsFor(language)
  if (!policy && deposit === 0) return null
  const words = rulesWords(language)
  return (
    <div class="book-terms">
      {deposit > 0 && (
        <p class="small strong">{words.depositNow(money(deposit), money(totalCents - deposit))}</p>
      )}
      {policy && <p class="small">{policyText(language, policy, 'UTC')}</p>}
    </div>
  )
}

interface PriceProps {
  amounts: NonNullable<Draft['amounts']>
  words: BookWords['summary']
  formats: Formats
}

function Price({ amounts, words, formats: { money, percent } }: PriceProps) {
  return (
    <dl class="facts book-price">
      <dt>{words.price}</dt>
      <dd class="num">{money(amounts.priceCents)}</dd>
      {amounts.discountCents > 0 && (
        <>
          <dt>{words.discount}</dt>
          <dd class="num">−{money(amounts.discountCents)}</dd>
        </>
      )}
      {amounts.taxCents > 0 && (
        <>
          <dt>{words.tax(percent(amounts.taxBasisPoints))}</dt>
          <dd class="num">{money(amounts.taxCents)}</dd>
        </>
      )}
      <dt class="strong">{words.total}</dt>
      <dd class="num strong book-total">{money(amounts.totalCents)}</dd>
    </dl>
  )
}

type PromisesProps = Pick<Draft, 'language' | 'paysOnline' | 'missing' | 'rules'>

function Promises({ language, paysOnline, missing, rules }: PromisesProps) {
  const words = bookWords(language).promises
  return (
    <aside class="book-promise">
      <ul>
        <li>
          <span class="strong">{words.price}</span> {words.tax}
        </li>
        <li>
          {paysOnline && rules?.deposit ? (
            <span class="strong">{rulesWords(language).depositFirst}</span>
          ) : (
            <>
              <span class="strong">{paysOnline ? words.payNowOrLater : words.payLater}</span> {words.noCard}
            </>
          )}
        </li>
        <li>
          <span class="strong">{missing.includes('email') ? words.cancelByPhone : words.cancelOnline}</span>
          {paysOnline && !rules?.cancel && ` ${words.refund}`}
        </li>
      </ul>
    </aside>
  )
}
