import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { formOf } from '../http/fields'
import { clientOf, plumbing } from '../http/plumbing'
import { readForm, seeOther } from '../http/request'
import { acceptOffer, planOfLink, type LinkedPlan, type Plan } from '../modules/recurring'
import { capitalized, formatsFor } from '../words/formats'
import { howOften } from '../words/how-often'
import type { Language } from '../words/language'
import { planConsent, planWords, type OfferShown, type PlanWords } from '../words/plans'
import { Button, ButtonLink } from './components/button'
import { Alert } from './components/feedback'
import { brokenLinkPage, endedLinkPage, linkRefusals, noticePage } from './layout/notice'
import { visitorOf, type Visitor } from './visitor'

const Token = z.object({ token: z.string().max(600) })
const page = { tag: 'Customers', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const maxForm = 16 * 1024

/** Where customers see their maintenance plan, and accept an offer. */
export const planPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/plan/:token',
      ({ params, query, request }) =>
        show(
          deps,
          request,
          params.token,
          query.changed === undefined ? (query.accepted === undefined ? null : 'accepted') : 'changed',
        ),
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          {
            ...page,
            operationId: 'showPlan',
            summary: 'Show a customer a plan, or the offer of one',
            refusals: linkRefusals,
          },
        ),
        params: Token,
        query: z.object({ changed: z.string().optional(), accepted: z.string().optional() }),
      },
    )
    .post(
      '/plan/:token',
      ({ params, request, info }) => accept(deps, request, params.token, clientOf(deps, { request, info })),
      {
        ...endpoint(
          { as: 'public', limit: 30, raw: true },
          {
            ...page,
            operationId: 'acceptPlanOffer',
            summary: 'Accept the offer of a plan',
            redirects: true,
            refusals: linkRefusals,
            takes: formOf('consent'),
          },
        ),
        params: Token,
      },
    )

type Shown = 'changed' | 'accepted' | null

async function show(deps: Deps, request: Request, token: string, shown: Shown): Promise<Response> {
  const opened = await openPlan(deps, request, token)
  if (opened instanceof Response) return opened
  const { plan, offer, visitor } = opened
  if (offer) return askPage(deps, visitor, offer, shown === 'changed')
  const { title, text } = stateOf(planWords(visitor.language), plan, shown === 'accepted')
  return noticePage(deps, visitor, {
    title,
    content: (
      <>
        {text !== null && <p>{text}</p>}
        <PlanFacts plan={plan} language={visitor.language} />
        <PlanActions plan={plan} language={visitor.language} />
      </>
    ),
  })
}

/** The plan behind a link, or the answer to a link that doesn't work. */
async function openPlan(
  deps: Deps,
  request: Request,
  token: string,
): Promise<(LinkedPlan & { visitor: Visitor }) | Response> {
  const linked = await planOfLink(deps, token)
  const visitor = visitorOf(deps, request, linked?.language)
  if (!linked) return brokenLinkPage(deps, visitor)
  return linked.hasEnded ? endedLinkPage(deps, visitor) : { ...linked, visitor }
}

function stateOf(words: PlanWords, plan: Plan, isAccepted: boolean): { title: string; text: string | null } {
  if (isAccepted && plan.status === 'active') return { title: words.doneTitle, text: words.done }
  switch (plan.status) {
    case 'requested':
      return { title: words.waitingTitle, text: words.waiting }
    case 'offered':
      return { title: words.closedTitle, text: words.closed }
    case 'ended':
      return { title: words.endedTitle, text: words.ended }
    case 'paused':
      return { title: words.title, text: words.paused }
    case 'active':
      return { title: words.title, text: null }
  }
}

function PlanFacts({ plan, language }: { plan: Plan; language: Language }) {
  const words = planWords(language)
  const formats = formatsFor(language)
  const { serviceType, address, price, total = null, nextDate } = plan
  const amount = total === null ? null : formats.money(Math.round(total * 100))
  return (
    <dl class="facts">
      <dt>{words.service}</dt>
      <dd>{serviceType}</dd>
      <dt>{words.address}</dt>
      <dd>{address}</dd>
      <dt>{words.howOften}</dt>
      <dd>{howOften(language, plan)}</dd>
      {amount !== null && plan.status !== 'ended' && (
        <>
          <dt>{words.perVisit}</dt>
          <dd class="num">{total !== price ? words.withTax(amount) : amount}</dd>
        </>
      )}
      {nextDate && (
        <>
          <dt>{words.next}</dt>
          <dd>{capitalized(formats.dayOf(nextDate))}</dd>
        </>
      )}
    </dl>
  )
}

/** A link can show the plan. Changing or ending it takes a code. */
function PlanActions({ plan, language }: { plan: Plan; language: Language }) {
  const words = planWords(language)
  return (
    <>
      {plan.status !== 'ended' && <p class="small soft">{words.change}</p>}
      <div class="actions actions-fill">
        <ButtonLink href="/my?tab=plans">{words.myPlans}</ButtonLink>
      </div>
    </>
  )
}

/** An answer that is sent twice leads to the same page. */
async function accept(deps: Deps, request: Request, token: string, address: string): Promise<Response> {
  const opened = await openPlan(deps, request, token)
  if (opened instanceof Response) return opened
  const text = (await readForm(request, maxForm)).get('consent') ?? ''
  const isAccepted = await acceptOffer(deps, token, { text, address })
  return seeOther(`/plan/${token}${isAccepted || opened.offer === null ? '?accepted=1' : '?changed=1'}`)
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
          <dd>{howOften(language, offer)}</dd>
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
