import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint, endpoint } from '../../../http/endpoint'
import { nameModels } from '../../../http/openapi/names'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { plumbing } from '../../../http/plumbing'
import { readCapped, actorOf } from '../../../http/request'
import { invalid } from '../../../lib/errors'
import { EventEnvelope } from '../../../providers/payments/signature'
import { listEvents, readEventRow, replayEvent } from './admin'
import { Acknowledgement, EventDetail, EventRecord, EventQuery } from './model'
import { receiveEvent } from './worker'
import * as models from './model'

nameModels(models)

const maxBytes = 64 * 1024
const unknown = { 404: 'Event not found' }
const notSetUp = "Payments aren't set up"

/** Accepts the processor's own header name too, because the real one sends that. */
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
            operationId: 'receivePaymentEvent',
            summary: 'Receive an event from the payment processor',
            description:
              'Signed over the raw body in `payments-signature` (or `stripe-signature`). The event is stored before it is acknowledged. Sending it again gives the same answer.',
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
        operationId: 'listPaymentEvents',
        needs: 'money.read',
        summary: 'List payment events with their results, newest first',
        answer: pageOf(EventRecord),
      }),
      query: EventQuery,
    })
    .get('/api/admin/webhooks/:id', ({ params }) => readEventRow(deps, params.id), {
      ...adminEndpoint({
        operationId: 'getPaymentEvent',
        needs: 'money.read',
        summary: 'Get a payment event',
        answer: EventDetail,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/webhooks/:id/replay',
      ({ params, caller }) => replayEvent(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'replayPaymentEvent',
          needs: 'money.write',
          summary: 'Replay a payment event',
          answer: EventRecord,
          refusals: { ...unknown, 409: 'The event is being processed', 502: notSetUp },
        }),
        params: IdParam,
      },
    )
