import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint } from '../../../http/endpoint'
import { nameModels } from '../../../http/openapi/names'
import { plumbing } from '../../../http/plumbing'
import { actorOf } from '../../../http/request'
import {
  MessageTextInput,
  MessageTextList,
  MessageTextView,
  NotificationChange,
  NotificationView,
  TextParams,
  TextPlace,
  TextPreview,
  TextPreviewInput,
} from './model'
import * as models from './model'
import { changeNotifications, readNotifications } from './notifications'
import { changeText, listTexts, previewText, readText, resetText } from './service'

nameModels(models)

const needs = 'settings'
const refusals = { 404: 'No such message template, or not on this channel' }

export const messageTextRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/messages/notifications', () => readNotifications(deps), {
      ...adminEndpoint({
        needs,
        operationId: 'getNotifications',
        summary: 'Get which messages customers receive, how, and when visits are reminded of',
        answer: NotificationView,
      }),
    })
    .patch(
      '/api/admin/messages/notifications',
      ({ body, caller }) => changeNotifications(deps, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs,
          operationId: 'updateNotifications',
          summary: 'Choose which messages customers receive and how. It counts from the next message on.',
          answer: NotificationView,
        }),
        body: NotificationChange,
      },
    )
    .get('/api/admin/messages/templates', () => listTexts(deps), {
      ...adminEndpoint({
        needs,
        operationId: 'listMessageTemplates',
        summary: 'List the messages whose wording you can change',
        answer: MessageTextList,
      }),
    })
    .get('/api/admin/messages/templates/:key', ({ params }) => readText(deps, params.key), {
      ...adminEndpoint({
        needs,
        operationId: 'getMessageTemplate',
        summary: 'Get the wording of a message, its default and its placeholders',
        answer: MessageTextView,
        refusals,
      }),
      params: TextParams,
    })
    .post(
      '/api/admin/messages/templates/:key/preview',
      ({ params, body }) => previewText(deps, params.key, body),
      {
        ...adminEndpoint({
          needs,
          operationId: 'previewMessageTemplate',
          summary: 'Show a message with sample data. Nothing is stored.',
          answer: TextPreview,
          refusals,
        }),
        params: TextParams,
        body: TextPreviewInput,
      },
    )
    .put(
      '/api/admin/messages/templates/:key/:language/:channel',
      ({ params, body, caller }) => changeText(deps, params, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs,
          operationId: 'setMessageTemplate',
          summary: 'Change the wording of a message. It counts from the next message on.',
          answer: MessageTextView,
          refusals,
        }),
        params: TextPlace,
        body: MessageTextInput,
      },
    )
    .delete(
      '/api/admin/messages/templates/:key/:language/:channel',
      ({ params, caller }) => resetText(deps, params, actorOf(caller)),
      {
        ...adminEndpoint({
          needs,
          operationId: 'resetMessageTemplate',
          summary: 'Go back to the default wording of a message',
          answer: MessageTextView,
          refusals,
        }),
        params: TextPlace,
      },
    )
