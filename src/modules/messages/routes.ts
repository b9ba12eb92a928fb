import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam, formOf } from '../../http/fields'
import { requestKey } from '../../http/idempotency'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf, readCapped } from '../../http/request'
import { invalid } from '../../lib/errors'
import { previewCampaign } from './campaigns/preview'
import { sendCampaign } from './campaigns/send'
import { ResendEvent } from '../../providers/email/resend-events'
import { receiveEmailEvent } from './email-events'
import { readIncoming, receiveText, type ReplyReader } from './inbound'
import {
  OutboxItem,
  OutboxQuery,
  OutboxView,
  ResendInput,
  CampaignInput,
  CampaignPreview,
  CampaignResult,
  EmailSetup,
  EmailTest,
  EmailTested,
  Notification,
  Notified,
} from './model'
import { describeEmail, notify, sendTestEmail } from './notify'
import { readMessage, resendMessage } from './outbox-admin'
import { listOutbox } from './outbox-list'
import * as models from './model'

nameModels(models)

const unknown = { 404: 'No such message' }

export const outboxRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/outbox', ({ query }) => answerList(query, 'outbox', listOutbox(deps, query)), {
      ...adminEndpoint({
        operationId: 'listMessages',
        needs: 'messages.read',
        scope: { franchiseId: 'query' },
        summary: 'List messages, newest first',
        answer: pageOf(OutboxItem),
      }),
      query: OutboxQuery,
    })
    .get('/api/admin/outbox/:id', ({ params }) => readMessage(deps, params.id), {
      ...adminEndpoint({
        operationId: 'getMessage',
        needs: 'messages.read',
        scope: { id: 'message' },
        summary: 'Read a message as its recipient sees it',
        answer: OutboxView,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/outbox/:id/resend',
      ({ params, body, request, caller }) =>
        resendMessage(deps, params.id, {
          seen: body.state,
          key: requestKey(deps, caller, request),
          actor: actorOf(caller),
        }),
      {
        ...adminEndpoint({
          operationId: 'resendMessage',
          needs: 'messages.write',
          scope: { id: 'message' },
          summary: 'Send a message again, or release a held one',
          answer: OutboxItem,
          status: 201,
          idempotent: true,
          refusals: {
            ...unknown,
            409: 'It is still on its way, it has changed since you saw it, or its text was not kept',
          },
        }),
        params: IdParam,
        body: ResendInput,
      },
    )

/** In seconds: a campaign keeps its connection open longer than other calls. */
const campaignTimeoutSeconds = 60

export const campaignRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/campaigns/send',
      async ({ body, request, caller, server }) => {
        server?.timeout(request, campaignTimeoutSeconds)
        return sendCampaign(deps, body, { caller, key: requestKey(deps, caller, request) })
      },
      {
        ...endpoint(
          { as: 'hq', limit: 5, needs: 'administrator' },
          {
            tag: 'Campaigns',
            summary: 'Send a message to customers of completed jobs',
            description:
              'Customers who opted out are skipped. With a real email provider, emails without a mailing address are a 400 before anything is sent. A campaign that takes longer than 25 seconds continues after the answer. ' +
              'Repeat an interrupted call with the same Idempotency-Key: nobody gets the message twice.',
            answer: CampaignResult,
            idempotent: true,
            refusals: { 409: 'The Idempotency-Key was used for a different campaign' },
          },
        ),
        body: CampaignInput,
      },
    )
    .post('/api/admin/campaigns/preview', ({ body }) => previewCampaign(deps, body), {
      ...adminEndpoint({
        needs: 'messages.write',
        scope: { franchiseId: 'body' },
        summary: 'Preview a campaign: its audience and five samples',
        answer: CampaignPreview,
      }),
      body: CampaignInput,
    })

const maxBytes = 64 * 1024

export const inboundSmsRoutes = (deps: Deps, readReply: ReplyReader) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/sms/inbound',
    async ({ request }) => {
      const bytes = await readCapped(request, maxBytes)
      if (bytes === null) throw invalid('The body is larger than 64 KB')
      const incoming = await readIncoming(deps, request, new TextDecoder().decode(bytes))
      return reply(await receiveText(deps, incoming, readReply))
    },
    {
      ...endpoint(
        // After a campaign many answer at once, all through the provider's few addresses.
        { as: 'signature', limit: 600 },
        {
          tag: 'Public',
          operationId: 'receiveText',
          summary: 'Receive a text message from the SMS provider',
          description:
            'Signed with `X-Twilio-Signature`. STOP opts out and START opts back in; HQ gets everything else.',
          answer: z.string(),
          bare: true,
          signedBy: 'sms',
          mediaType: 'text/xml',
          takes: formOf('From', 'Body', 'MessageSid', 'OptOutType'),
        },
      ),
    },
  )

export const emailEventRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/email/events',
    async ({ request }) => {
      const bytes = await readCapped(request, maxBytes)
      if (bytes === null) throw invalid('The body is larger than 64 KB')
      await receiveEmailEvent(deps, bytes, request.headers)
      return { received: true }
    },
    {
      ...endpoint(
        // A campaign causes many events at once, all from the provider's few addresses.
        { as: 'signature', limit: 600 },
        {
          tag: 'Public',
          summary: 'Receive an event from the email provider',
          description:
            'Signed by Resend in `svix-signature`. An address that bounces for good gets no more email until HQ or its owner clears it, and a complaint opts out of campaigns. Sending an event again changes nothing.',
          answer: z.object({ received: z.literal(true) }),
          signedBy: 'email',
          takes: { schema: ResendEvent, mediaType: 'application/json' },
          bodyExample: {
            type: 'email.bounced',
            data: {
              to: ['jordan@example.com'],
              bounce: { type: 'Permanent', message: "The mailbox doesn't exist" },
            },
          },
        },
      ),
    },
  )

function reply(text: string | null): Response {
  const message = text === null ? '' : `<Message>${Bun.escapeHTML(text)}</Message>`
  return new Response(`<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`, {
    headers: { 'content-type': 'text/xml; charset=utf-8' },
  })
}

export const messageDevRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/dev/email-test',
      () => describeEmail(deps),
      endpoint(
        { as: 'public', limit: 120 },
        {
          tag: 'Operations',
          operationId: 'getEmailSetup',
          summary: 'Show which provider sends email',
          answer: EmailSetup,
        },
      ),
    )
    .post(
      '/api/dev/email-test',
      ({ body, request, caller }) =>
        sendTestEmail(deps, body, { key: requestKey(deps, caller, request), actor: actorOf(caller) }),
      {
        ...endpoint(
          { as: 'hq', limit: 3, needs: 'administrator' },
          {
            tag: 'Operations',
            operationId: 'sendTestEmail',
            summary: 'Send a test email',
            answer: EmailTested,
            idempotent: true,
          },
        ),
        body: EmailTest,
      },
    )
    .post(
      '/api/dev/notify',
      ({ body, request, caller }) =>
        notify(deps, body, { key: requestKey(deps, caller, request), actor: actorOf(caller) }),
      {
        ...endpoint(
          { as: 'hq', limit: 5, needs: 'administrator' },
          {
            tag: 'Operations',
            operationId: 'notify',
            summary: 'Notify someone by email or text',
            answer: Notified,
            idempotent: true,
          },
        ),
        body: Notification,
      },
    )
