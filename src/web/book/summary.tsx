import { formatUsd } from '../../lib/money'
import type { Draft } from './draft'
import type { Step } from './fields'
import { slotWords } from './words'

/** What has been chosen so far, beside the form. */
export function Summary({ draft, step }: { draft: Draft; step: Step }) {
  const { service, area, amounts, slot, fields } = draft
  if (step === 'service') return <Assurances {...draft} />
  return (
    <aside class="card card-tight book-summary" aria-label="Your booking so far">
      <h2 class="book-summary-title">Your booking</h2>
      <dl class="facts">
        <dt>Service</dt>
        <dd>{service?.label}</dd>
        <dt>Where</dt>
        <dd>{fields.address}</dd>
        {area?.franchise && (
          <>
            <dt>With</dt>
            <dd>{area.franchise.name}</dd>
          </>
        )}
        {slot && step === 'contact' && (
          <>
            <dt>When</dt>
            <dd>{slotWords(slot.date, slot.window)}</dd>
          </>
        )}
      </dl>
      <hr />
      {amounts ? (
        <Price amounts={amounts} />
      ) : (
        <p class="small">We agree on the price with you before we begin.</p>
      )}
    </aside>
  )
}

function Price({ amounts }: { amounts: NonNullable<Draft['amounts']> }) {
  return (
    <dl class="facts book-price">
      <dt>Price</dt>
      <dd class="num">{formatUsd(amounts.priceCents)}</dd>
      {amounts.discountCents > 0 && (
        <>
          <dt>Discount</dt>
          <dd class="num">−{formatUsd(amounts.discountCents)}</dd>
        </>
      )}
      {amounts.taxCents > 0 && (
        <>
          <dt>Tax ({amounts.taxBasisPoints / 100}%)</dt>
          <dd class="num">{formatUsd(amounts.taxCents)}</dd>
        </>
      )}
      <dt class="strong">Total</dt>
      <dd class="num strong book-total">{formatUsd(amounts.totalCents)}</dd>
    </dl>
  )
}

function Assurances({ paysOnline, missing }: Pick<Draft, 'paysOnline' | 'missing'>) {
  return (
    <aside class="book-promise">
      <ul>
        <li>
          <span class="strong">The price you see is the price you pay.</span> Tax is shown before you book.
        </li>
        <li>
          <span class="strong">{paysOnline ? 'Pay now or after the visit.' : 'Pay after the visit.'}</span> No
          card is needed to book.
        </li>
        <li>
          <span class="strong">{missing.includes('email') ? 'Cancel by phone.' : 'Cancel online.'}</span>
          {paysOnline && ' What you have paid comes back to your card.'}
        </li>
      </ul>
    </aside>
  )
}
