import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { addressOfLink } from '../modules/messages/links'
import { setOptOut } from '../modules/messages/opt-outs'
import { askPage, donePage, unknownPage } from './unsubscribe-page'

const Token = z.object({ token: z.string().max(600) })
const page = { tag: 'Public', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const refusals = { 404: 'The link is not one of ours' }

export const unsubscribeRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/unsubscribe/:token',
      ({ params }) => {
        const address = addressOfLink(deps, params.token)
        return address === null ? unknownPage(deps.config) : askPage(deps.config, address)
      },
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          { ...page, summary: 'Ask whether to unsubscribe', refusals },
        ),
        params: Token,
      },
    )
    .post('/unsubscribe/:token', ({ params }) => unsubscribe(deps, params.token), {
      ...endpoint(
        { as: 'public', limit: 120, raw: true },
        {
          ...page,
          summary: 'Unsubscribe with one click',
          description:
            'What the button of a mail program calls (RFC 8058). The link says who; the body is not read.',
          refusals,
        },
      ),
      params: Token,
    })

async function unsubscribe(deps: Deps, token: string): Promise<Response> {
  const address = addressOfLink(deps, token)
  if (address === null) return unknownPage(deps.config)
  const now = deps.clock.now()
  await deps.store.write((tx) => setOptOut(tx, now, { channel: 'email', address, source: 'link' }, true))
  return donePage(deps.config, address)
}
