import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { formOf } from '../http/fields'
import { clientOf, plumbing } from '../http/plumbing'
import { readForm, seeOther } from '../http/request'
import { describeError } from '../lib/log'
import {
  customerOfCardLink,
  finishCardSetup,
  openCardSetup,
  savedCardOf,
  type CardHolder,
  type SavedCard,
} from '../modules/payments'
import { canPayOnline } from '../providers/demo'
import { cardBrand, cardWords, expiryOf, languageOfConsent, type CardWords } from '../words/cards'
import { publicWords } from '../words/public'
import { Button, ButtonLink } from './components/button'
import { Alert } from './components/feedback'
import { brokenLinkPage, endedLinkPage, linkRefusals, noticePage } from './layout/notice'
import { visitorOf, type Visitor } from './visitor'

const Token = z.object({ token: z.string().max(600) })
const page = { tag: 'Payments', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const maxForm = 8 * 1024

/** Where customers agree that we save a card, and come back to from the processor's page. */
export const cardPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/card/:token', ({ params, query, request }) => show(deps, request, params.token, query.saved), {
      ...endpoint(
        { as: 'public', limit: 120 },
        { ...page, summary: 'Show what a customer agrees to by saving a card', refusals: linkRefusals },
      ),
      params: Token,
      query: z.object({ saved: z.string().max(100).optional() }),
    })
    .post(
      '/card/:token',
      ({ params, request, info }) => agree(deps, request, params.token, clientOf(deps, { request, info })),
      {
        ...endpoint(
          { as: 'public', limit: 30, raw: true },
          {
            ...page,
            summary: "Agree, and continue to the processor's page",
            redirects: true,
            refusals: {
              ...linkRefusals,
              502: 'The payment processor failed',
              504: "It didn't answer in time",
            },
            takes: formOf('consent'),
          },
        ),
        params: Token,
      },
    )

async function show(
  deps: Deps,
  request: Request,
  token: string,
  saved: string | undefined,
): Promise<Response> {
  const found = await opened(deps, request, token)
  if (found instanceof Response) return found
  const { visitor } = found
  const state = saved === undefined ? null : await stateOf(deps, saved, found.customer.id)
  const card = await savedCardOf(deps.store.read, found.customer.id)
  if (state === 'open' || state === 'intended') return waitingPage(deps, visitor)
  if (state === 'completed') return card ? donePage(deps, visitor, card) : askPage(deps, visitor, null, true)
  return needsCode(found, card) ? codePage(deps, visitor, card) : askPage(deps, visitor, card)
}

async function opened(
  deps: Deps,
  request: Request,
  token: string,
): Promise<(CardHolder & { visitor: Visitor }) | Response> {
  const found = await customerOfCardLink(deps, token)
  const visitor = visitorOf(deps, request, found?.customer.language)
  if (!found) return brokenLinkPage(deps, visitor)
  return found.hasEnded ? endedLinkPage(deps, visitor) : { ...found, visitor }
}

/** A message may be read by others, so it can add a card but not replace one, where a code can be sent. */
const needsCode = ({ source, customer }: CardHolder, card: SavedCard | null): card is SavedCard =>
  card !== null && source === 'link' && customer.email !== null

/** While the processor doesn't answer, its event or the next look will tell. */
async function stateOf(deps: Deps, setupId: string, customerId: string) {
  try {
    return await finishCardSetup(deps, setupId, customerId)
  } catch (error) {
    deps.log.warn("couldn't check a saved card yet", describeError(error))
    return 'open'
  }
}

async function agree(deps: Deps, request: Request, token: string, address: string): Promise<Response> {
  const found = await opened(deps, request, token)
  if (found instanceof Response) return found
  const { customer, source } = found
  if (needsCode(found, await savedCardOf(deps.store.read, customer.id))) return seeOther(`/card/${token}`)
  const text = (await readForm(request, maxForm)).get('consent') ?? ''
  const language = languageOfConsent(text, deps.settings.business.name)
  // Nobody agrees to words that have changed since they read them.
  if (language === null) return seeOther(`/card/${token}`)
  const consent = { text, language, at: deps.clock.now(), from: source, address }
  return seeOther(await openCardSetup(deps, { customer, consent, path: `/card/${token}` }))
}

function askPage(deps: Deps, visitor: Visitor, card: SavedCard | null, isOther = false): Response {
  const { config, settings } = deps
  const words = cardWords(visitor.language)
  if (!canPayOnline(config))
    return noticePage(deps, visitor, { title: words.title, content: <p>{words.unavailable}</p> })
  const consent = words.consent(settings.business.name)
  return noticePage(deps, visitor, {
    title: isOther ? words.notCardTitle : words.title,
    forms: ['https:'],
    content: (
      <>
        {isOther && <Alert tone="warn">{words.notCard}</Alert>}
        <p>{words.text(settings.business.name)}</p>
        {card && (
          <>
            <CardFacts card={card} words={words} />
            <p class="soft">{words.replace}</p>
          </>
        )}
        <form method="post">
          <input type="hidden" name="consent" value={consent} />
          <p>{consent}</p>
          <Button kind="primary" size="large" type="submit" wide>
            {words.agree}
          </Button>
        </form>
      </>
    ),
  })
}

function codePage(deps: Deps, visitor: Visitor, card: SavedCard): Response {
  const words = cardWords(visitor.language)
  return noticePage(deps, visitor, {
    title: words.current,
    content: (
      <>
        <CardFacts card={card} words={words} />
        <p>{words.code}</p>
        <div class="actions actions-fill">
          <ButtonLink kind="primary" href="/my?tab=card">
            {publicWords(visitor.language).link.signIn}
          </ButtonLink>
        </div>
      </>
    ),
  })
}

function CardFacts({ card, words }: { card: SavedCard; words: CardWords }) {
  return (
    <dl class="facts">
      <dt>{words.current}</dt>
      <dd>
        {words.card(cardBrand(card.brand), card.last4)}
        <br />
        <span class="soft">{words.expires(expiryOf(card))}</span>
      </dd>
    </dl>
  )
}

function donePage(deps: Deps, visitor: Visitor, card: SavedCard): Response {
  const words = cardWords(visitor.language)
  return noticePage(deps, visitor, {
    title: words.savedTitle,
    content: (
      <>
        <CardFacts card={card} words={words} />
        <p>{words.saved}</p>
        <div class="actions actions-fill">
          <ButtonLink href="/my">{words.myBookings}</ButtonLink>
        </div>
      </>
    ),
  })
}

function waitingPage(deps: Deps, visitor: Visitor): Response {
  const words = cardWords(visitor.language)
  return noticePage(deps, visitor, { title: words.waitingTitle, content: <p>{words.waiting}</p> })
}
