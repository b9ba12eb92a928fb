import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { plumbing } from '../http/plumbing'
import { addressOfLink, setOptOut } from '../modules/customers'
import { Button } from './components/button'
import { publicWords } from '../words/public'
import { brokenLinkPage, noticePage } from './layout/notice'
import { visitorOf, type Visitor } from './visitor'

const Token = z.object({ token: z.string().max(600) })
const page = { tag: 'Public', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const refusals = { 404: 'The link is not one of ours' }

export const unsubscribeRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/unsubscribe/:token',
      ({ params, request }) => {
        const address = addressOfLink(deps, params.token)
        const visitor = visitorOf(deps, request)
        return address === null ? brokenLinkPage(deps, visitor) : askPage(deps, visitor, address)
      },
      {
        ...endpoint(
          { as: 'public', limit: 120 },
          { ...page, operationId: 'showUnsubscribe', summary: 'Ask whether to unsubscribe', refusals },
        ),
        params: Token,
      },
    )
    .post(
      '/unsubscribe/:token',
      ({ params, request }) => unsubscribe(deps, visitorOf(deps, request), params.token),
      {
        ...endpoint(
          { as: 'public', limit: 120, raw: true },
          {
            ...page,
            operationId: 'unsubscribe',
            summary: 'Unsubscribe with one click',
            description:
              'What the button of a mail program calls (RFC 8058). The link says who; the body is not read.',
            refusals,
          },
        ),
        params: Token,
      },
    )

async function unsubscribe(deps: Deps, visitor: Visitor, token: string): Promise<Response> {
  const address = addressOfLink(deps, token)
  if (address === null) return brokenLinkPage(deps, visitor)
  const now = deps.clock.now()
  await deps.store.write((tx) => setOptOut(tx, now, { channel: 'email', address, source: 'link' }, true))
  return donePage(deps, visitor, address)
}

/** Looking at the page changes nothing: programs that follow every link in an email unsubscribe nobody. */
function askPage(deps: Deps, visitor: Visitor, address: string): Response {
  const words = publicWords(visitor.language).unsubscribe
  return noticePage(deps, visitor, {
    title: words.title,
    content: (
      <form method="post">
        <p>{words.question(deps.settings.business.name)}</p>
        <p>
          <strong>{masked(address)}</strong>
        </p>
        <p class="soft">{words.stillArrive}</p>
        <Button kind="primary" size="large" type="submit">
          {words.button}
        </Button>
      </form>
    ),
  })
}

function donePage(deps: Deps, visitor: Visitor, address: string): Response {
  const words = publicWords(visitor.language).unsubscribe
  return noticePage(deps, visitor, {
    title: words.doneTitle,
    content: (
      <>
        <p>{words.done(deps.settings.business.name)}</p>
        <p>
          <strong>{masked(address)}</strong>
        </p>
      </>
    ),
  })
}

/** Shows enough for readers to recognize their own address, and too little for anyone the email was forwarded to. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${address.slice(at)}`
}
