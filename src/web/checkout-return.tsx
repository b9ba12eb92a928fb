import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Config } from '../config'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { canPayOnline } from '../providers/demo'
import { ButtonLink } from './components/button'
import { noticePage } from './layout/notice'

const page = { tag: 'Payments', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const rule = { as: 'public', limit: 120 } as const

/** Where customers come back to from a checkout that named no page of its own. */
export const checkoutReturnRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/checkout/done',
      () => donePage(deps.config),
      endpoint(rule, { ...page, summary: 'Thank a customer who has paid' }),
    )
    .get(
      '/checkout/cancelled',
      () => backPage(deps.config),
      endpoint(rule, { ...page, summary: 'Receive a customer who has not paid' }),
    )

const SeeBookings = () => (
  <div class="actions actions-fill">
    <ButtonLink href="/my">See your bookings</ButtonLink>
  </div>
)

const donePage = (config: Config) =>
  canPayOnline(config)
    ? noticePage(
        config,
        'Thank you',
        <>
          <p>Your payment is on its way to us. The receipt follows as soon as it has arrived.</p>
          <SeeBookings />
        </>,
      )
    : noticePage(
        config,
        'You can’t pay online right now',
        <p>We don’t take payments here, so nothing was charged. Please call us to pay.</p>,
      )

const backPage = (config: Config) =>
  noticePage(
    config,
    'Nothing was charged',
    <>
      <p>Your booking stands. You can pay later with the same link.</p>
      <SeeBookings />
    </>,
  )
