import { createHash } from 'node:crypto'
import type { ComponentChildren } from 'preact'
import { render } from 'preact-render-to-string'

const style = `:root{color-scheme:light dark;font-family:system-ui,sans-serif}
body{max-width:28rem;margin:15vh auto;padding:0 1.5rem;line-height:1.5}
button{font:inherit;font-weight:600;padding:.7rem 1.4rem;border:0;border-radius:6px;background:#1f6f54;color:#fff;cursor:pointer}`
const styleHash = createHash('sha256').update(style).digest('base64')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Nothing happens by looking at it: programs that follow every link in a mail unsubscribe nobody. */
export const askPage = (business: string, address: string): Response =>
  page(
    'Unsubscribe',
    200,
    <form method="post">
      <p>
        Shall {business} send no more news to <strong>{masked(address)}</strong>?
      </p>
      <p>Messages about your own bookings still arrive.</p>
      <button type="submit">Unsubscribe</button>
    </form>,
  )

export const donePage = (business: string, address: string): Response =>
  page(
    'Unsubscribed',
    200,
    <p>
      {business} will send no more news to <strong>{masked(address)}</strong>.
    </p>,
  )

export const unknownPage = (): Response =>
  page('Link not valid', 404, <p>This link is not complete. Use the one in the latest message you got.</p>)

function page(title: string, status: number, content: ComponentChildren): Response {
  const html = render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>,
  )
  return new Response(`<!doctype html>${html}`, { status, headers })
}

/** Enough to recognise one's own address, too little for whom the mail was passed on to. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${address.slice(at)}`
}
