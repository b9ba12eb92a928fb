import type { AccountStatus } from '../../../modules/connect/model'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Loaded } from '../shared/loaded'
import { connecting } from './connecting'

interface AccountProps {
  franchiseId: string
  onChange: () => void
}

/** The way to payouts as a list of steps, as the payment processor sees them at this moment. */
export function Account({ franchiseId, onChange }: AccountProps) {
  const load = useLoad<AccountStatus>(
    (signal) => api.get('/api/payments/connect/status', { franchiseId }, signal),
    [franchiseId],
  )
  const opening = useAction(async () => {
    const { url } = await api.post<{ url: string }>('/api/payments/connect/onboard', { franchiseId })
    connecting.write(franchiseId)
    location.assign(url)
  })
  const askAgain = () => {
    load.reload()
    onChange()
  }
  return (
    <Section
      title="Account for payouts"
      actions={
        <Button size="small" busy={load.loading} onClick={askAgain}>
          Ask the processor
        </Button>
      }
    >
      {opening.problem !== null && <Alert tone="bad">{opening.problem}</Alert>}
      <Loaded load={load} lines={3}>
        {(status) => (
          <>
            <ul class="check-list">
              <Step done={status.connected} text="An account was opened" />
              <Step done={status.detailsSubmitted} text="Its details were given" />
              <Step done={status.chargesEnabled} text="It may take payments" />
              <Step done={status.payoutsEnabled} text="It may be paid out" />
            </ul>
            {status.accountId !== null && (
              <p class="soft small wrap-anywhere">
                At the processor: <code>{status.accountId}</code>
              </p>
            )}
            {!status.onboardingComplete && (
              <div>
                <Button kind="primary" busy={opening.busy} onClick={() => void opening.run()}>
                  {status.connected ? 'Go on at the processor' : 'Connect an account'}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Step({ done, text }: { done: boolean; text: string }) {
  return (
    <li>
      <span
        class="check-mark"
        data-done={done ? 'true' : 'false'}
        role="img"
        aria-label={done ? 'Done' : 'Open'}
      >
        {done ? '✓' : '○'}
      </span>
      {text}
    </li>
  )
}
