import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { readCapped } from '../../http/body'
import { endpoint } from '../../http/endpoint'
import { plumbing } from '../../http/plumbing'
import { invalid } from '../../lib/errors'
import { readIncoming, receiveText } from './inbound'

const maxBytes = 64 * 1024

export const inboundSmsRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/sms/inbound',
    async ({ request }) => {
      const bytes = await readCapped(request, maxBytes)
      if (bytes === null) throw invalid('The body is larger than 64 KB')
      const incoming = readIncoming(deps, request, new TextDecoder().decode(bytes))
      return reply(await receiveText(deps, incoming))
    },
    {
      ...endpoint(
        // After a campaign many answer at once, all through the provider's few addresses.
        { as: 'signature', limit: 600 },
        {
          tag: 'Public',
          summary: 'Take in a text message from the SMS provider',
          description:
            'Signed with `X-Twilio-Signature`. STOP and START opt out and in; anything else goes to HQ.',
          answer: z.string(),
          bare: true,
          signedBy: 'sms',
          mediaType: 'text/xml',
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
