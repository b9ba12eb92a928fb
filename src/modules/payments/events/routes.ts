import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint, endpoint } from '../../../http/endpoint'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { plumbing } from '../../../http/plumbing'
import { readCapped, actorOf } from '../../../http/request'
import { invalid } from '../../../lib/errors'
import { EventEnvelope } from '../../../providers/payments/signature'
import { listEvents, readEventRow, replayEvent } from './admin'
import { Acknowledgement, EventDetail, EventRecord, EventQuery } from './model'
import { receiveEvent } from './worker'

const maxBytes = 64 * 1024
const unknown = { 404: 'There is no such event' }
const notSetUp = 'Payments are not set up'

/** The processor's own name for the header is taken too, since that is what the real one sends. */
const signatureOf = ({ headers }: Request) =>
  headers.get('payments-signature') ?? headers.get('stripe-signature')

export const processorEventRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/payments-webhook',
      async ({ request }) => {
        const bytes = await readCapped(request, maxBytes)
        if (bytes === null) throw invalid('The body is larger than 64 KB')
        return { received: true, eventId: await receiveEvent(deps, bytes, signatureOf(request)) }
      },
      {
        ...endpoint(
          { as: 'signature', limit: 60 },
          {
            tag: 'Payments',
            summary: 'Take in an event of the payment processor',
            description:
              'Signed over the raw body in `payments-signature` (or `stripe-signature`). Stored before it is acknowledged; the same event again is acknowledged alike.',
            bodyExample: {
              id: 'evt_1',
              type: 'payment_intent.succeeded',
              data: { object: { id: 'pi_1', metadata: { jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d' } } },
            },
            takes: { schema: EventEnvelope, mediaType: 'application/json' },
            answer: Acknowledgement,
            bare: true,
            refusals: { 502: notSetUp },
          },
        ),
      },
    )
    .get('/api/admin/webhooks', ({ query }) => answerList(query, 'webhooks', listEvents(deps, query)), {
      ...adminEndpoint({
        summary: 'List payment events and what became of them, newest first',
        answer: pageOf(EventRecord),
      }),
      query: EventQuery,
    })
    .get('/api/admin/webhooks/:id', ({ params }) => readEventRow(deps, params.id), {
      ...adminEndpoint({ summary: 'Read a payment event', answer: EventDetail, refusals: unknown }),
      params: IdParam,
    })
    .post(
      '/api/admin/webhooks/:id/replay',
      ({ params, caller }) => replayEvent(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          summary: 'Process a payment event again',
          answer: EventRecord,
          refusals: { ...unknown, 409: 'The event is being processed', 502: notSetUp },
        }),
        params: IdParam,
      },
    )
