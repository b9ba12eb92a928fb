import type { ComponentChildren } from 'preact'
import type { Config } from '../../config'
import { ButtonLink } from '../components/button'
import { renderDocument, htmlType, pageHeaders } from './document'
import { Frame } from './frame'

/**
 * A small page of words, and at most a form that posts back to us. No script runs on it, so that it can
 * be trusted with a card number.
 */
export function noticePage(
  config: Config,
  title: string,
  content: ComponentChildren,
  status = 200,
): Response {
  const html = renderDocument({
    title,
    scriptless: true,
    children: (
      <Frame config={config} bare width="narrow">
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

const titles: Record<number, string> = {
  404: 'There is nothing here',
  429: 'A little slower, please',
  500: 'Something went wrong',
}

/** A failure for somebody who reads it in a browser. */
export const errorPage =
  (deps: { config: Config }) =>
  (status: number, message: string): Response =>
    noticePage(
      deps.config,
      titles[status] ?? 'That did not work',
      <>
        <p>{status === 404 ? 'The address may be incomplete, or what was here is gone.' : message}</p>
        <div class="actions actions-fill">
          <ButtonLink href="/book">Book a visit</ButtonLink>
          <ButtonLink href="/my">See your bookings</ButtonLink>
        </div>
      </>,
      status,
    )
