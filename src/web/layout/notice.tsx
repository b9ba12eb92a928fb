import type { ComponentChildren } from 'preact'
import type { Config } from '../../config'
import { renderDocument } from './document'
import { Frame } from './frame'
import { htmlType, pageHeaders } from './headers'
import { noticedDemo } from './noticed-demo'

/**
 * A small page of words, and at most a form that posts back to us. No script runs on it, so that it can
 * be trusted with a card number. Without a configuration it has no name above it.
 */
export function noticePage(
  config: Config | null,
  title: string,
  content: ComponentChildren,
  status = 200,
): Response {
  const html = renderDocument({
    title,
    scriptless: true,
    children: (
      <Frame
        business={config?.business.name ?? ''}
        demo={config ? noticedDemo(config) : []}
        bare
        width="narrow"
      >
        <section class="card notice">
          <h1>{title}</h1>
          {content}
        </section>
      </Frame>
    ),
  })
  const headers = { 'content-type': htmlType, ...pageHeaders('no-store', { scriptless: true }) }
  return new Response(html, { status, headers })
}
