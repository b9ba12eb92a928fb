import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { formOf } from '../http/fields'
import { clientOf, plumbing } from '../http/plumbing'
import { readForm, seeOther } from '../http/request'
import { acceptOffer, offerOfLink } from '../modules/recurring'
import { capitalized, formatsFor } from '../words/formats'
import { planConsent, planWords, type OfferShown } from '../words/plans'
import { Button, ButtonLink } from './components/button'
import { Alert } from './components/feedback'
import { brokenLinkPage, noticePage } from './layout/notice'
import { visitorOf, type Visitor } from './visitor'

const Token = z.object({ token: z.string().max(600) })
const page = { tag: 'Customers', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const refusals = { 404: 'The link has expired or is not one of ours' }
const maxForm = 16 * 1024

/** Where customers read the offer of a maintenance plan and accept it. */
export const planPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/plan/:token',
      ({ params, query, request }) => show(deps, request, params.token, query.changed !== undefined),
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          { ...page, operationId: 'showPlanOffer', summary: 'Show a customer the offer of a plan', refusals },
        ),
        params: Token,
        query: z.object({ changed: z.string().optional() }),
      },
    )
    .post(
      '/plan/:token',
      ({ params, request, server }) =>
        accept(deps, request, params.token, clientOf(deps, { request, server })),
      {
        ...endpoint(
          { as: 'public', limit: 30, raw: true },
          {
            ...page,
            operationId: 'acceptPlanOffer',
            summary: 'Accept the offer of a plan',
            redirects: true,
            refusals,
            takes: formOf('consent'),
          },
        ),
        params: Token,
      },
    )

async function show(deps: Deps, request: Request, token: string, isChanged: boolean): Promise<Response> {
  const plan = await offerOfLink(deps, token)
  const visitor = visitorOf(deps, request, plan?.language)
  if (!plan) return brokenLinkPage(deps, visitor)
  if (plan.offer) return askPage(deps, visitor, plan.offer, isChanged)
  const words = planWords(visitor.language)
  return noticePage(deps, visitor, {
    title: plan.isAgreed ? words.doneTitle : words.closedTitle,
    content: (
      <>
        <p>{plan.isAgreed ? words.done : words.closed}</p>
        <div class="actions actions-fill">
          <ButtonLink href="/my">{words.myPlans}</ButtonLink>
        </div>
      </>
    ),
  })
}

/** An answer that is sent twice leads to the same page. */
async function accept(deps: Deps, request: Request, token: string, address: string): Promise<Response> {
  const plan = await offerOfLink(deps, token)
  if (!plan) return brokenLinkPage(deps, visitorOf(deps, request))
  const text = (await readForm(request, maxForm)).get('consent') ?? ''
  const isAccepted = await acceptOffer(deps, token, { text, address })
  return seeOther(`/plan/${token}${isAccepted || plan.offer === null ? '' : '?changed=1'}`)
}

function askPage(deps: Deps, visitor: Visitor, offer: OfferShown, isChanged: boolean): Response {
  const { language } = visitor
  const words = planWords(language)
  const formats = formatsFor(language)
  const amount = formats.money(offer.totalCents)
  const consent = planConsent(language, offer)
  return noticePage(deps, visitor, {
    title: offer.isChange ? words.changeTitle : words.title,
    content: (
      <>
        {isChanged && <Alert tone="warn">{words.changed}</Alert>}
        <p>{offer.isChange ? words.changeLead : words.lead}</p>
        <dl class="facts">
          <dt>{words.service}</dt>
          <dd>{offer.serviceType}</dd>
          <dt>{words.address}</dt>
          <dd>{offer.address}</dd>
          <dt>{words.howOften}</dt>
          <dd>{words.every(offer.intervalMonths)}</dd>
          <dt>{words.perVisit}</dt>
          <dd class="num">{offer.taxCents > 0 ? words.withTax(amount) : amount}</dd>
          {!offer.isChange && (
            <>
              <dt>{words.firstVisit}</dt>
              <dd>{offer.first === null ? words.soon : capitalized(formats.dayOf(offer.first))}</dd>
            </>
          )}
        </dl>
        <form method="post">
          <input type="hidden" name="consent" value={consent} />
          <p>{consent}</p>
          <Button kind="primary" size="large" type="submit" wide>
            {offer.isChange ? words.acceptChange : words.accept}
          </Button>
        </form>
      </>
    ),
  })
}
