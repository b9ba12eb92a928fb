import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { eventTypes } from './catalog'
import { listDeliveries, readDelivery, replayDelivery, replayFailed, sendTest } from './deliveries'
import {
  Delivery,
  DeliveryDetail,
  DeliveryQuery,
  EventTypeList,
  ReplayInput,
  Replayed,
  Subscription,
  SubscriptionChange,
  SubscriptionInput,
  SubscriptionQuery,
  SubscriptionSecret,
} from './model'
import {
  addSubscription,
  changeSubscription,
  deleteSubscription,
  listSubscriptions,
  presentSubscription,
  requireSubscription,
  rotateSecret,
  showSecret,
} from './subscriptions'
import * as models from './model'

nameModels(models)

const unknown = { 404: 'Webhook not found' }
const off = { 409: 'The webhook is off' }
const unknownDelivery = { 404: 'Delivery not found' }
const since = '2026-03-01T00:00:00Z'

export const webhookRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/webhook-event-types', () => ({ types: eventTypes.map(named) }), {
      ...adminEndpoint({
        needs: 'settings',
        summary: 'List the events webhooks can report',
        answer: EventTypeList,
      }),
    })
    .get(
      '/api/admin/webhook-subscriptions',
      ({ query }) => answerList(query, 'webhooks', listSubscriptions(deps)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'List webhooks, newest first',
          answer: pageOf(Subscription),
        }),
        query: SubscriptionQuery,
      },
    )
    .post(
      '/api/admin/webhook-subscriptions',
      ({ body, caller, once }) => addSubscription(deps, body, actorOf(caller), once),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Add a webhook',
          answer: Subscription,
          status: 201,
          idempotent: true,
          bodyExample: { url: 'https://hooks.example.com/truckroll', types: ['job.booked', 'job.completed'] },
          refusals: { 409: 'There are too many webhooks' },
        }),
        body: SubscriptionInput,
      },
    )
    .get(
      '/api/admin/webhook-subscriptions/:id',
      async ({ params }) => presentSubscription(await requireSubscription(deps.store.read, params.id)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Get a webhook',
          answer: Subscription,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    .patch(
      '/api/admin/webhook-subscriptions/:id',
      ({ params, body, caller }) => changeSubscription(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Update a webhook, or turn it on or off',
          answer: Subscription,
          refusals: unknown,
        }),
        params: IdParam,
        body: SubscriptionChange,
      },
    )
    .delete(
      '/api/admin/webhook-subscriptions/:id',
      ({ params, caller }) => deleteSubscription(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Delete a webhook and its deliveries',
          answer: Subscription,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    // No Idempotency-Key here: storing the answer would store the secret.
    .post(
      '/api/admin/webhook-subscriptions/:id/secret',
      ({ params, caller }) => showSecret(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: "Show a webhook's signing secret",
          answer: SubscriptionSecret,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/webhook-subscriptions/:id/rotate',
      ({ params, caller, once }) => rotateSecret(deps, params.id, actorOf(caller), once),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Give a webhook a new secret; the previous one stays valid for 24 hours',
          answer: Subscription,
          idempotent: true,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/webhook-subscriptions/:id/test',
      ({ params, caller, once }) => sendTest(deps, params.id, actorOf(caller), once),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Send a test event',
          answer: Delivery,
          status: 201,
          idempotent: true,
          refusals: { ...unknown, ...off },
        }),
        params: IdParam,
      },
    )
    .get(
      '/api/admin/webhook-subscriptions/:id/deliveries',
      async ({ params, query }) =>
        answerList(query, 'deliveries', await listDeliveries(deps, params.id, query)),
      {
        ...adminEndpoint({
          operationId: 'listWebhookDeliveries',
          needs: 'settings',
          summary: "List a webhook's deliveries of the last 30 days, newest first",
          answer: pageOf(Delivery),
          refusals: unknown,
        }),
        params: IdParam,
        query: DeliveryQuery,
      },
    )
    .post(
      '/api/admin/webhook-subscriptions/:id/replay',
      ({ params, body, caller, once }) => replayFailed(deps, params.id, body.since, actorOf(caller), once),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Replay all failed events since a time',
          answer: Replayed,
          idempotent: true,
          bodyExample: { since },
          refusals: { ...unknown, ...off },
        }),
        params: IdParam,
        body: ReplayInput,
      },
    )
    .get('/api/admin/webhook-deliveries/:id', ({ params }) => readDelivery(deps, params.id), {
      ...adminEndpoint({
        needs: 'settings',
        summary: 'Get a delivery with its payload and every attempt',
        answer: DeliveryDetail,
        refusals: unknownDelivery,
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/webhook-deliveries/:id/replay',
      ({ params, caller }) => replayDelivery(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Send an event again, with the same id and text',
          answer: Delivery,
          refusals: {
            ...unknownDelivery,
            409: 'It is being sent, the webhook is off, or the customer was erased',
          },
        }),
        params: IdParam,
      },
    )

const named = ({ type, summary }: { type: string; summary: string }) => ({ type, summary })
