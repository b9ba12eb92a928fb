import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { NotifyChoice, OwnNotifications, PushRemoval, PushSubscriptionInput } from './model'
import { chooseWay, readNotifications, subscribe, unsubscribe } from './subscriptions'
import * as models from './model'

nameModels(models)

const workerRule = { as: 'worker', limit: 60 } as const

/** How a technician hears about changes of their visits. */
export const pushRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/work/notifications', ({ caller }) => readNotifications(deps, caller.subject), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'getOwnNotifications',
        summary: 'See how you hear about new, moved and canceled visits',
        answer: OwnNotifications,
      }),
    })
    .post(
      '/api/work/notifications',
      ({ body, caller }) => chooseWay(deps, caller.subject, body.by, actorOf(caller)),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'chooseOwnNotifications',
          summary: 'Choose how you hear about new, moved and canceled visits',
          answer: OwnNotifications,
        }),
        body: NotifyChoice,
      },
    )
    .post('/api/work/push', ({ body, caller }) => subscribe(deps, caller, body), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'subscribeToPush',
        summary: 'Take push messages on this phone, until it is signed out',
        answer: OwnNotifications,
        bodyExample: {
          endpoint: 'https://push.example.com/send/d61c5u920dvc',
          keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
        },
      }),
      body: PushSubscriptionInput,
    })
    .post('/api/work/push/remove', ({ body, caller }) => unsubscribe(deps, caller.subject, body.endpoint), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'unsubscribeFromPush',
        summary: 'Take no more push messages on this phone',
        answer: OwnNotifications,
        bodyExample: { endpoint: 'https://push.example.com/send/d61c5u920dvc' },
      }),
      body: PushRemoval,
    })
