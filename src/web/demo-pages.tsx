import type { Config } from '../config'
import { formatUsd } from '../lib/money'
import { testCards, type PayResult } from '../providers/payments/demo'
import { Button, ButtonLink } from './components/button'
import { Alert } from './components/feedback'
import { TextField } from './components/field'
import { noticePage } from './layout/notice'
import type { Visitor } from './visitor'

interface CheckoutShown {
  amountCents: number
  description: string
  cancelUrl: string
}

/** What a hosted checkout looks like, with cards that exist in tests only. */
export const checkoutPage = (
  config: Config,
  visitor: Visitor,
  session: CheckoutShown,
  problem: string | null = null,
): Response =>
  noticePage(config, visitor, {
    title: 'Pay for your booking',
    content: (
      <>
        <div>
          <p class="soft">{session.description}</p>
          <p class="amount">{formatUsd(session.amountCents)}</p>
        </div>
        {problem && <Alert tone="bad">{problem}</Alert>}
        <form method="post">
          <TextField
            label="Card number"
            name="card"
            class="input mono"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={23}
            value="4242 4242 4242 4242"
          />
          <Button kind="primary" size="large" type="submit" wide>
            Pay {formatUsd(session.amountCents)}
          </Button>
          <ButtonLink kind="quiet" href={session.cancelUrl} wide>
            Go back without paying
          </ButtonLink>
        </form>
        <p class="small soft">
          This is a demonstration: no card is charged, and real card numbers are not accepted.
        </p>
        <CardTable />
      </>
    ),
    status: problem === null ? 200 : 402,
  })

function CardTable() {
  return (
    <div class="table-frame">
      <table class="table">
        <caption>Test cards</caption>
        <tbody>
          {testCards.map(({ number, meaning }) => (
            <tr key={number}>
              <td class="mono nowrap">{number}</td>
              <td>{meaning.replaceAll('_', ' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const checkoutOverPage = (config: Config, visitor: Visitor): Response =>
  noticePage(config, visitor, {
    title: 'This checkout is closed',
    content: <p>It was paid, has expired, or its job was cancelled. Nothing was charged.</p>,
    status: 410,
  })

export const checkoutUnknownPage = (config: Config, visitor: Visitor): Response =>
  noticePage(config, visitor, {
    title: 'Checkout not found',
    content: <p>The address is not complete. Open the checkout again from your booking.</p>,
    status: 404,
  })

/** Why a try did not go through, for the customer to read; null when it did. */
export function problemOf(result: PayResult): string | null {
  if (result.outcome === 'declined')
    return `The card was declined (${result.reason.replaceAll('_', ' ')}). Try another one.`
  if (result.outcome === 'not-a-test-card') return 'Only the test cards below are accepted here.'
  return null
}

/** What the processor asks of a franchise, reduced to its answer. */
export const onboardingPage = (config: Config, visitor: Visitor): Response =>
  noticePage(config, visitor, {
    title: 'Set up payouts',
    content: (
      <>
        <p>Here the payment processor would ask who you are and where to send your money.</p>
        <form method="post">
          <Button kind="primary" size="large" type="submit">
            Complete the set-up
          </Button>
        </form>
        <p class="small soft">This is a demonstration: nothing is asked and no bank account is needed.</p>
      </>
    ),
  })

export const onboardingDonePage = (config: Config, visitor: Visitor): Response =>
  noticePage(config, visitor, { title: 'Payouts are set up', content: <p>You can close this page.</p> })

export const accountUnknownPage = (config: Config, visitor: Visitor): Response =>
  noticePage(config, visitor, {
    title: 'Account not found',
    content: <p>The address is incomplete. Start the setup again from the console.</p>,
    status: 404,
  })
