import { testCards, walletCards, type PayResult } from '../providers/payments/demo'
import { cardBrand, cardWords } from '../words/cards'
import { checkoutWords, type CheckoutWords } from '../words/checkout'
import { formatsFor } from '../words/formats'
import { Button, ButtonLink } from './components/button'
import { Alert } from './components/feedback'
import { TextField } from './components/field'
import type { PageDeps } from './layout/frame'
import { noticePage } from './layout/notice'
import type { Visitor } from './visitor'

interface CheckoutShown {
  amountCents: number
  description: string
  cancelUrl: string
}

interface CheckoutParts {
  session: CheckoutShown
  /** Of the customer who opened it. */
  savedCards?: { id: string; brand: string; last4: string }[]
  /** The franchise that is paid; otherwise the company. */
  business?: string | undefined
  /** The last try failed for this reason. */
  problem?: string | null
}

/** Looks like a hosted checkout, but takes only the processor's test cards. */
export function checkoutPage(
  deps: PageDeps,
  visitor: Visitor,
  { session, savedCards = [], business, problem = null }: CheckoutParts,
): Response {
  const words = checkoutWords(visitor.language)
  const amount = formatsFor(visitor.language).money(session.amountCents)
  return noticePage(deps, visitor, {
    title: words.title,
    ...(business === undefined ? {} : { business }),
    content: (
      <>
        <div>
          <p class="soft">{session.description}</p>
          <p class="amount">{amount}</p>
        </div>
        {problem && <Alert tone="bad">{problem}</Alert>}
        <form method="post" class="stack" aria-label={words.wallets}>
          {savedCards.map(({ id, brand, last4 }) => (
            <Button key={id} kind="primary" size="large" type="submit" name="saved" value={id} wide>
              {words.saved(cardBrand(brand), last4)}
            </Button>
          ))}
          {wallets.map((wallet) => (
            <Button key={wallet} size="large" type="submit" name="wallet" value={wallet} wide>
              {words.wallet[wallet]}
            </Button>
          ))}
        </form>
        <p class="soft">{words.orCard}</p>
        <CardForm
          words={words}
          submit={words.pay(amount)}
          back={words.back}
          cancelUrl={session.cancelUrl}
          isAgain={problem !== null}
        />
        <p class="small soft">{words.demo}</p>
        <CardTable words={words} />
      </>
    ),
    status: problem === null ? 200 : 402,
  })
}

const wallets = Object.keys(walletCards) as (keyof typeof walletCards)[]

interface BankParts {
  session: CheckoutShown
  business?: string | undefined
  /** The test card that was entered. */
  card: string
}

/** Stands for the page of the customer's bank. */
export function bankPage(deps: PageDeps, visitor: Visitor, { session, business, card }: BankParts): Response {
  const words = checkoutWords(visitor.language)
  return noticePage(deps, visitor, {
    title: words.bank.title,
    ...(business === undefined ? {} : { business }),
    content: (
      <>
        <div>
          <p class="soft">{session.description}</p>
          <p class="amount">{formatsFor(visitor.language).money(session.amountCents)}</p>
        </div>
        <p>{words.bank.text}</p>
        <form method="post" class="stack">
          <input type="hidden" name="card" value={card} />
          <Button kind="primary" size="large" type="submit" name="bank" value="approved" wide>
            {words.bank.approve}
          </Button>
          <Button size="large" type="submit" name="bank" value="failed" wide>
            {words.bank.fail}
          </Button>
          <Button kind="quiet" size="large" type="submit" name="bank" value="left" wide>
            {words.bank.leave}
          </Button>
        </form>
        <p class="small soft">{words.demo}</p>
      </>
    ),
  })
}

interface SetupParts {
  setup: { cancelUrl: string }
  /** The number isn't one of the test cards. */
  isWrong?: boolean
}

/** Looks like a hosted page to save a card. */
export function cardSetupPage(
  deps: PageDeps,
  visitor: Visitor,
  { setup, isWrong = false }: SetupParts,
): Response {
  const words = checkoutWords(visitor.language)
  const own = cardWords(visitor.language)
  return noticePage(deps, visitor, {
    title: own.demoTitle,
    content: (
      <>
        {isWrong && <Alert tone="bad">{words.notTestCard}</Alert>}
        <CardForm
          words={words}
          submit={own.demoSave}
          back={own.demoBack}
          cancelUrl={setup.cancelUrl}
          isAgain={isWrong}
        />
        <p class="small soft">{words.demo}</p>
        <CardTable words={words} />
      </>
    ),
    status: isWrong ? 402 : 200,
  })
}

interface CardFormProps {
  words: CheckoutWords
  submit: string
  back: string
  cancelUrl: string
  /** The last try failed, so the field waits for another card. */
  isAgain: boolean
}

function CardForm({ words, submit, back, cancelUrl, isAgain }: CardFormProps) {
  return (
    <form method="post">
      <TextField
        label={words.card}
        name="card"
        class="input mono"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={23}
        value={isAgain ? '' : '4242 4242 4242 4242'}
      />
      <Button kind="primary" size="large" type="submit" wide>
        {submit}
      </Button>
      <ButtonLink kind="quiet" href={cancelUrl} wide>
        {back}
      </ButtonLink>
    </form>
  )
}

function CardTable({ words }: { words: CheckoutWords }) {
  return (
    <div class="table-frame">
      <table class="table">
        <caption>{words.testCards}</caption>
        <tbody>
          {testCards.map(({ number, fate }) => (
            <tr key={number}>
              <td class="mono nowrap">{inGroups(number)}</td>
              <td>{wordsFor(words.cards, fate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** As on the card: American Express prints 4, 6 and 5 digits. */
const inGroups = (number: string): string =>
  number.startsWith('3')
    ? number.replace(/^(\d{4})(\d{6})/, '$1 $2 ')
    : number.replaceAll(/\d{4}(?=\d)/g, '$& ')

/** A reason we have no words for is a plain decline. */
const wordsFor = (known: Record<string, string> & { generic_decline: string }, reason: string): string =>
  known[reason] ?? known.generic_decline

export function checkoutOverPage(deps: PageDeps, visitor: Visitor): Response {
  const { title, text } = checkoutWords(visitor.language).closed
  return noticePage(deps, visitor, { title, content: <p>{text}</p>, status: 410 })
}

export function checkoutUnknownPage(deps: PageDeps, visitor: Visitor): Response {
  const { title, text } = checkoutWords(visitor.language).unknown
  return noticePage(deps, visitor, { title, content: <p>{text}</p>, status: 404 })
}

/** Why the payment didn't go through, for the customer to read; null when it did. */
export function problemOf({ language }: Visitor, result: PayResult): string | null {
  const words = checkoutWords(language)
  if (result.outcome === 'declined') return wordsFor(words.declined, result.reason)
  if (result.outcome === 'not-approved') return words.notApproved
  return result.outcome === 'not-a-test-card' ? words.notTestCard : null
}

/** Stands for the processor's onboarding of a franchise, reduced to one button. */
export function onboardingPage(deps: PageDeps, visitor: Visitor): Response {
  const words = checkoutWords(visitor.language).onboarding
  return noticePage(deps, visitor, {
    title: words.title,
    content: (
      <>
        <p>{words.text}</p>
        <form method="post">
          <Button kind="primary" size="large" type="submit">
            {words.finish}
          </Button>
        </form>
        <p class="small soft">{words.demo}</p>
      </>
    ),
  })
}

export function onboardingDonePage(deps: PageDeps, visitor: Visitor): Response {
  const words = checkoutWords(visitor.language).onboarding
  return noticePage(deps, visitor, { title: words.doneTitle, content: <p>{words.done}</p> })
}

export function accountUnknownPage(deps: PageDeps, visitor: Visitor): Response {
  const words = checkoutWords(visitor.language).onboarding
  return noticePage(deps, visitor, {
    title: words.unknownTitle,
    content: <p>{words.unknown}</p>,
    status: 404,
  })
}
