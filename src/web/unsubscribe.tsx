import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Config } from '../config'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { addressOfLink, setOptOut } from '../modules/customers'
import { Button } from './components/button'
import { noticePage } from './layout/notice'

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

/** Nothing happens by looking at it: programs that follow every link in a mail unsubscribe nobody. */
const askPage = (config: Config, address: string): Response =>
  noticePage(
    config,
    'Unsubscribe',
    <form method="post">
      <p>
        Shall {config.business.name} send no more news to <strong>{masked(address)}</strong>?
      </p>
      <p class="soft">Messages about your own bookings still arrive.</p>
      <Button kind="primary" size="large" type="submit">
        Unsubscribe
      </Button>
    </form>,
  )

const donePage = (config: Config, address: string): Response =>
  noticePage(
    config,
    'Unsubscribed',
    <p>
      {config.business.name} will send no more news to <strong>{masked(address)}</strong>.
    </p>,
  )

const unknownPage = (config: Config): Response =>
  noticePage(
    config,
    'Link not valid',
    <p>This link is not complete. Use the one in the latest message you got.</p>,
    404,
  )

/** Enough to recognise one's own address, too little for whom the mail was passed on to. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${address.slice(at)}`
}
