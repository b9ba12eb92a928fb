import type { Config } from '../../config'
import { ButtonLink } from '../components/button'
import { noticePage } from './notice'

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
