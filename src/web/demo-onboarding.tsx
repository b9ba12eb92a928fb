import type { Config } from '../config'
import { Button } from './components/button'
import { plainPage } from './plain-page'

/** What the processor asks of a franchise, reduced to its answer. */
export const onboardingPage = (config: Config): Response =>
  plainPage(
    'Set up payouts',
    <>
      <p>Here the payment processor would ask who you are and where your money shall go.</p>
      <form method="post">
        <Button kind="primary" size="large" type="submit">
          Complete the set-up
        </Button>
      </form>
      <p class="small soft">This is a demonstration: nothing is asked and no bank account is needed.</p>
    </>,
    200,
    config,
  )

export const onboardingDonePage = (config: Config): Response =>
  plainPage('Payouts are set up', <p>You can close this page.</p>, 200, config)

export const accountUnknownPage = (config: Config): Response =>
  plainPage(
    'Account not found',
    <p>The address is not complete. Start the set-up again from the console.</p>,
    404,
    config,
  )
