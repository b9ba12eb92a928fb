import { Elysia, type AnyElysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { formOf } from '../http/fields'
import { plumbing } from '../http/plumbing'
import { readForm, seeOther } from '../http/request'
import { findFranchise } from '../modules/franchises'
import { findJob } from '../modules/jobs'
import type { DemoPayments } from '../providers/payments'
import { walletCards, type BankAnswer } from '../providers/payments/demo'
import {
  bankPage,
  cardSetupPage,
  checkoutOverPage,
  checkoutPage,
  checkoutUnknownPage,
  problemOf,
  accountUnknownPage,
  onboardingDonePage,
  onboardingPage,
} from './demo-pages'
import { visitorOf } from './visitor'

const Id = z.object({ id: z.string().max(200) })
const page = { tag: 'Payments', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const rule = { as: 'public', limit: 120 } as const
/** Browsers send forms, not JSON. */
const formRule = { ...rule, raw: true } as const
const maxForm = 4 * 1024
const checkout = {
  redirects: true,
  refusals: { 404: 'Checkout not found', 410: 'The checkout is closed' },
} as const
const account = { refusals: { 404: 'Account not found' } }

/** The demo processor's own pages. They don't exist where a real processor is configured. */
export const demoCheckoutRoutes = (deps: Deps) => ifDemo(deps, checkoutPages)
export const demoCardRoutes = (deps: Deps) => ifDemo(deps, cardPages)
export const demoOnboardingRoutes = (deps: Deps) => ifDemo(deps, onboardingPages)

function ifDemo(deps: Deps, pages: (deps: Deps, demo: DemoPayments) => AnyElysia): AnyElysia {
  const { demoPayments } = deps.providers
  return demoPayments === null ? new Elysia() : pages(deps, demoPayments)
}

const checkoutPages = (deps: Deps, demo: DemoPayments) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/demo/checkout/:id',
      async ({ params, request }) => {
        const session = await demo.findSession(params.id)
        if (!session) return checkoutUnknownPage(deps, visitorOf(deps, request))
        if (session.state === 'complete') return seeOther(session.successUrl)
        const isOver = session.state === 'expired' || session.expiresAt <= deps.clock.now()
        if (isOver) return checkoutOverPage(deps, visitorOf(deps, request))
        return checkoutPage(deps, visitorOf(deps, request), await shownOf(deps, demo, session))
      },
      {
        ...endpoint(rule, {
          ...page,
          ...checkout,
          operationId: 'showDemoCheckout',
          summary: "The demo processor's checkout page",
        }),
        params: Id,
      },
    )
    .post('/demo/checkout/:id', async ({ params, request }) => pay(deps, demo, request, params.id), {
      ...endpoint(formRule, {
        ...page,
        ...checkout,
        refusals: { ...checkout.refusals, 402: 'The card was declined' },
        operationId: 'payDemoCheckout',
        summary: 'Pay on the demo checkout page',
        takes: formOf('card', 'wallet', 'saved', 'bank'),
      }),
      params: Id,
    })

type Session = NonNullable<Awaited<ReturnType<DemoPayments['findSession']>>>

async function pay(deps: Deps, demo: DemoPayments, request: Request, id: string): Promise<Response> {
  const visitor = visitorOf(deps, request)
  const form = await readForm(request, maxForm)
  const session = await demo.findSession(id)
  if (!session) return checkoutUnknownPage(deps, visitor)
  const card = await cardIn(form, demo, session)
  const result = await demo.paySession(
    id,
    card,
    bankAnswers.find((answer) => answer === form.get('bank')),
  )
  if (result === null) return checkoutUnknownPage(deps, visitor)
  if (result.outcome === 'expired') return checkoutOverPage(deps, visitor)
  const shown = await shownOf(deps, demo, session)
  if (result.outcome === 'asks') return bankPage(deps, visitor, { ...shown, card })
  const problem = problemOf(visitor, result)
  return problem === null ? seeOther(session.successUrl) : checkoutPage(deps, visitor, { ...shown, problem })
}

const bankAnswers: readonly BankAnswer[] = ['approved', 'failed', 'left']

/** The number that was typed, or that of the wallet or saved card that was chosen. */
async function cardIn(form: URLSearchParams, demo: DemoPayments, { customerId }: Session): Promise<string> {
  const wallet = form.get('wallet')
  if (wallet === 'apple_pay' || wallet === 'google_pay') return walletCards[wallet]
  const saved = form.get('saved')
  if (saved === null || customerId === null) return form.get('card') ?? ''
  return (await demo.cardsOf(customerId)).find(({ id }) => id === saved)?.number ?? ''
}

async function shownOf(deps: Deps, demo: DemoPayments, session: Session) {
  const { customerId, jobId } = session
  const savedCards = customerId === null ? [] : await demo.cardsOf(customerId)
  return { session, savedCards, business: await businessOf(deps, jobId) }
}

/** The name of the franchise that does the job, once one does. */
async function businessOf({ store }: Deps, jobId: string): Promise<string | undefined> {
  const job = await findJob(store.read, jobId)
  return job?.franchiseId ? (await findFranchise(store.read, job.franchiseId))?.name : undefined
}

const cardPages = (deps: Deps, demo: DemoPayments) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/demo/card/:id',
      async ({ params, request }) => {
        const setup = await demo.findSetup(params.id)
        if (!setup) return checkoutUnknownPage(deps, visitorOf(deps, request))
        if (setup.state === 'complete') return seeOther(setup.successUrl)
        return setup.state === 'expired' || setup.expiresAt <= deps.clock.now()
          ? checkoutOverPage(deps, visitorOf(deps, request))
          : cardSetupPage(deps, visitorOf(deps, request), { setup })
      },
      {
        ...endpoint(rule, { ...page, ...checkout, summary: "The demo processor's page to save a card" }),
        params: Id,
      },
    )
    .post(
      '/demo/card/:id',
      async ({ params, request }) => {
        const visitor = visitorOf(deps, request)
        const card = (await readForm(request, maxForm)).get('card') ?? ''
        const result = await demo.saveCard(params.id, card)
        const setup = result && (await demo.findSetup(params.id))
        if (!setup) return checkoutUnknownPage(deps, visitor)
        if (result.outcome === 'expired') return checkoutOverPage(deps, visitor)
        if (result.outcome === 'saved') return seeOther(setup.successUrl)
        return cardSetupPage(deps, visitor, { setup, isWrong: true })
      },
      {
        ...endpoint(formRule, {
          ...page,
          ...checkout,
          refusals: { ...checkout.refusals, 402: "The number isn't a test card" },
          summary: 'Save a card on the demo page',
          takes: formOf('card'),
        }),
        params: Id,
      },
    )

const onboardingPages = (deps: Deps, demo: DemoPayments) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/demo/onboarding/:id',
      async ({ params, request }) =>
        (await demo.findAccount(params.id))
          ? onboardingPage(deps, visitorOf(deps, request))
          : accountUnknownPage(deps, visitorOf(deps, request)),
      {
        ...endpoint(rule, {
          ...page,
          ...account,
          operationId: 'showDemoOnboarding',
          summary: "The demo processor's onboarding page",
        }),
        params: Id,
      },
    )
    .post(
      '/demo/onboarding/:id',
      async ({ params, request }) => {
        const done = await demo.completeOnboarding(params.id)
        if (!done) return accountUnknownPage(deps, visitorOf(deps, request))
        return done.returnUrl === null
          ? onboardingDonePage(deps, visitorOf(deps, request))
          : seeOther(done.returnUrl)
      },
      {
        ...endpoint(formRule, {
          ...page,
          ...account,
          redirects: true,
          operationId: 'completeDemoOnboarding',
          summary: 'Complete the demo onboarding',
        }),
        params: Id,
      },
    )
