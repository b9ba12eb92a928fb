import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { formOf, pageCount } from '../../http/fields'
import { clientOf, plumbing } from '../../http/plumbing'
import { addressOf, limitKeyOf, readForm, seeOther } from '../../http/request'
import { visitorOf, type Visitor } from '../visitor'
import { conflict } from '../../lib/errors'
import { depositDue } from '../../lib/booking-rules'
import { balanceDue } from '../../lib/job-states'
import { canBePaidOnline } from '../../lib/money'
import { bookingPath, requireJob } from '../../modules/jobs'
import { openCheckout } from '../../modules/payments'
import { visitFile } from './calendar'
import { confirmBooking } from './confirm'
import { stepToShow } from './draft'
import { fieldNames, fieldsOf, goalOf } from './fields'
import { holdChosen } from './hold'
import { openBooking } from './opened'
import { donePage, firstPage, nextPage, stepPage } from './pages'

const page = { tag: 'Public', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const Token = z.object({ token: z.string().max(100) })
const unknown = { 404: 'Booking not found', 410: 'The link has ended' }

/** The booking page. It works without scripts: forms lead from step to step. */
export const bookRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/book',
      ({ request }) => firstPage(deps, visitorOf(deps, request), addressOf(request).searchParams),
      endpoint(
        { as: 'public', limit: 120 },
        { ...page, operationId: 'showBookingForm', summary: 'The booking page' },
      ),
    )
    .post(
      '/book',
      async ({ request, info }) => {
        const form = await readForm(request)
        const { step: wanted, from } = goalOf(form.get('go'))
        const fields = fieldsOf(form)
        const client = limitKeyOf(clientOf(deps, { request, info }))
        const asked = { ...fields, from: from ?? fields.from }
        return nextPage(deps, visitorOf(deps, request), asked, { wanted, client })
      },
      endpoint(
        // As often as the API offers times.
        { as: 'public', limit: 30, raw: true },
        {
          ...page,
          operationId: 'showBookingStep',
          summary: 'Go to a step of the booking form',
          takes: formOf(...fieldNames, 'go'),
          refusals: { 422: 'A field is missing or invalid; the page says which' },
        },
      ),
    )
    .post(
      '/book/confirm',
      async ({ request, info }) => confirm(deps, request, limitKeyOf(clientOf(deps, { request, info }))),
      endpoint(
        // As often as the API takes bookings.
        { as: 'public', limit: 10, raw: true },
        {
          ...page,
          operationId: 'sendBookingForm',
          summary: 'Send the booking form',
          description: 'Books the visit and redirects to the page of the booking.',
          redirects: true,
          takes: formOf(...fieldNames, 'another'),
          refusals: {
            409: 'This form was already booked; the page asks whether to book again',
            422: 'A field is missing or invalid; the page says which',
          },
        },
      ),
    )
    .get(
      '/book/done/:token',
      ({ params, query, request }) =>
        donePage(deps, visitorOf(deps, request), params.token, {
          pay: query.pay === 'now' || query.pay === 'all' ? query.pay : null,
          look: query.checkout === 'left' ? 0 : query.look,
          due: query.due,
          left: query.checkout === 'left',
        }),
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          { ...page, refusals: unknown, operationId: 'showBooking', summary: 'Show a booking' },
        ),
        params: Token,
        query: z.object({
          pay: z.string().optional(),
          look: pageCount(0),
          due: pageCount(0),
          checkout: z.string().optional(),
        }),
      },
    )
    .get(
      '/book/done/:token/calendar',
      ({ params, request }) => visitFile(deps, visitorOf(deps, request), params.token),
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          {
            ...page,
            mediaType: 'text/calendar',
            refusals: { ...unknown, 404: 'Booking not found, or its visit has no time' },
            operationId: 'downloadCalendar',
            summary: 'Download the visit as a calendar file',
          },
        ),
        params: Token,
      },
    )
    .get(
      '/book/pay/:token',
      ({ params, query, request }) =>
        pay(deps, visitorOf(deps, request), params.token, query.amount === 'all'),
      {
        ...endpoint(
          { as: 'public', limit: 10 },
          {
            ...page,
            operationId: 'payBooking',
            summary: 'Go to the payment page of a booking',
            status: 303,
            refusals: {
              ...unknown,
              409: 'Nothing to pay online',
              502: 'The payment processor failed',
              504: 'The payment processor took too long',
            },
          },
        ),
        params: Token,
        query: z.object({ amount: z.string().max(20).optional() }),
      },
    )

async function confirm(deps: Deps, request: Request, client: string): Promise<Response> {
  const form = await readForm(request)
  const fields = fieldsOf(form)
  const visitor = visitorOf(deps, request)
  const another = form.get('another') !== null
  const confirmed = await confirmBooking(deps, visitor.language, fields, { another, client })
  if ('draft' in confirmed) {
    const isChosen = stepToShow(confirmed.draft.faults, 'contact') === 'contact'
    const draft = isChosen ? await holdChosen(deps, confirmed.draft, client) : confirmed.draft
    const { faults, earlier } = draft
    const status = Object.keys(faults).length > 0 ? 422 : earlier ? 409 : 200
    return stepPage(deps, visitor, { draft, step: stepToShow(faults, 'contact'), status, isAnswer: true })
  }
  const path = await bookingPath(deps, await requireJob(deps.store.read, confirmed.jobId))
  return seeOther(`${path}${fields.pay === 'now' || fields.pay === 'all' ? `?pay=${fields.pay}` : ''}`)
}

/** The deposit, unless the customer pays everything at once or has paid something. */
async function pay(deps: Deps, visitor: Visitor, token: string, isAll: boolean): Promise<Response> {
  const job = await openBooking(deps, visitor, token)
  if (job instanceof Response) return job
  const due = balanceDue(job)
  const deposit = isAll ? 0 : depositDue(job)
  const isDeposit = deposit > 0 && due > 0
  if (!isDeposit && !canBePaidOnline(due))
    throw conflict('You can’t pay for this booking online. Use the invoice we’ll send you.')
  const returnUrl = `${deps.config.publicUrl}/book/done/${token}?look=1&due=${due}`
  const asked = { jobId: job.id, amount: isDeposit ? deposit : due, returnUrl }
  const { url } = await openCheckout(deps, isDeposit ? { ...asked, deposit: true } : asked)
  return seeOther(url)
}
