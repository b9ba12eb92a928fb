import type { Config } from '../config'
import { Button } from './components/button'
import { plainPage } from './plain-page'

/** Nothing happens by looking at it: programs that follow every link in a mail unsubscribe nobody. */
export const askPage = (config: Config, address: string): Response =>
  plainPage(
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
    200,
    config,
  )

export const donePage = (config: Config, address: string): Response =>
  plainPage(
    'Unsubscribed',
    <p>
      {config.business.name} will send no more news to <strong>{masked(address)}</strong>.
    </p>,
    200,
    config,
  )

export const unknownPage = (config: Config): Response =>
  plainPage(
    'Link not valid',
    <p>This link is not complete. Use the one in the latest message you got.</p>,
    404,
    config,
  )

/** Enough to recognise one's own address, too little for whom the mail was passed on to. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}***${address.slice(at)}`
}
