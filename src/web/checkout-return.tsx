import { Elysia } from 'elysia'
import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { openPageOf } from '../modules/payments'
import { canPayOnline } from '../providers/demo'
import { ButtonLink } from './components/button'
import { publicWords } from '../words/public'
import { noticePage } from './layout/notice'
import { visitorOf, type Visitor } from './visitor'

const page = { tag: 'Payments', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const rule = { as: 'public', limit: 120 } as const

/** Where customers come back to from a checkout that named no page of its own. */
export const checkoutReturnRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/checkout/done',
      ({ request }) => donePage(deps, visitorOf(deps, request)),
      endpoint(rule, { ...page, operationId: 'showCheckoutDone', summary: 'Thank a customer who has paid' }),
    )
    .get(
      '/checkout/cancelled',
      async ({ query, request }) =>
        backPage(
          deps,
          visitorOf(deps, request),
          query.session === undefined ? null : await openPageOf(deps, query.session),
        ),
      {
        ...endpoint(rule, {
          ...page,
          operationId: 'showCheckoutCancelled',
          summary: 'Receive a customer who has not paid',
        }),
        query: z.object({ session: z.string().max(100).optional() }),
      },
    )

function donePage(deps: Deps, visitor: Visitor): Response {
  const words = publicWords(visitor.language).checkout
  if (!canPayOnline(deps.config))
    return noticePage(deps, visitor, { title: words.notOnline, content: <p>{words.callToPay}</p> })
  return noticePage(deps, visitor, { title: words.thanks, content: withBookings(visitor, words.onItsWay) })
}

/** The page they left is still open, so trying again costs them nothing but a press. */
function backPage(deps: Deps, visitor: Visitor, openPage: string | null): Response {
  const words = publicWords(visitor.language).checkout
  const again = openPage !== null && (
    <ButtonLink kind="primary" href={openPage}>
      {words.tryAgain}
    </ButtonLink>
  )
  return noticePage(deps, visitor, {
    title: words.notCompletedTitle,
    content: withBookings(visitor, words.nothingCharged, again),
  })
}

const withBookings = ({ language }: Visitor, text: string, first: ComponentChildren = null) => (
  <>
    <p>{text}</p>
    <div class="actions actions-fill">
      {first}
      <ButtonLink href="/my">{publicWords(language).problems.seeBookings}</ButtonLink>
    </div>
  </>
)
