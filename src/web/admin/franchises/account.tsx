import { useAction, useLoad } from '../../client/hooks'
import { keptForThisTab } from '../../client/storage'
import { Alert, Button } from '../../components'
import { setAddress, useAddress } from '../address'
import { api } from '../session'
import { CheckMark, Section } from '../shared/facts'
import { Loaded } from '../shared/list'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'

export function useAccount(franchiseId: string) {
  const mayRead = useMe().may('administrator')
  return useLoad(
    (signal) =>
      mayRead ? api.payments.connect.status.get({ query: { franchiseId }, signal }) : Promise.resolve(null),
    [franchiseId, mayRead],
  )
}

interface AccountProps {
  franchiseId: string
  load: ReturnType<typeof useAccount>
  onChange: () => void
}

/** The steps to a working payout account, as the payment processor reports them right now. */
export function Account({ franchiseId, load, onChange }: AccountProps) {
  const opening = useAction(async () => {
    const { url } = await api.payments.connect.onboard.post({ franchiseId })
    connecting.write(franchiseId)
    location.assign(url)
  })
  const refresh = () => {
    load.reload()
    onChange()
  }
  return (
    <Section
      title="Payout account"
      actions={
        <Button size="small" busy={load.loading} onClick={refresh}>
          Refresh
        </Button>
      }
    >
      {opening.problem !== null && <Alert tone="bad">{opening.problem}</Alert>}
      <Loaded load={load} lines={3}>
        {(status) => (
          <>
            {status.connected ? (
              <ul class="check-list">
                <Step done text="Account created" />
                <Step done={status.detailsSubmitted} text="Business details submitted" />
                <Step done={status.chargesEnabled} text="Approved for payments" />
                <Step done={status.payoutsEnabled} text="Approved for payouts" />
              </ul>
            ) : (
              <p class="soft small">Not connected yet, so this franchise can't receive its share.</p>
            )}
            {status.accountId !== null && (
              <p class="soft small wrap-anywhere">
                Account ID: <code>{status.accountId}</code>
              </p>
            )}
            {!status.onboardingComplete && (
              <div>
                <Button busy={opening.busy} onClick={() => void opening.run()}>
                  {status.connected ? 'Continue setup' : 'Connect account'}
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
      <CheckMark done={done} />
      {text}
    </li>
  )
}

interface Result {
  tone: 'good' | 'warn' | 'bad'
  text: string
}

const results: Record<string, Result> = {
  complete: { tone: 'good', text: 'The payout account is connected. Payouts are automatic from now on.' },
  pending: {
    tone: 'warn',
    text: 'Your payment processor needs more information or is still reviewing the payout account.',
  },
}
const noAnswer: Result = {
  tone: 'bad',
  text: "We couldn't get the status of the payout account from your payment processor. Open the franchise and select Refresh.",
}

/** The result of the payment processor's setup pages, which they add to the address people return to. */
export function ConnectResult() {
  const outcome = useAddress().get('connect')
  const { franchises } = useDirectory()
  if (outcome === '') return null
  const { tone, text } = results[outcome] ?? noAnswer
  // Where the processor's pages were opened in another tab, an account that isn't ready tells it.
  const unfinished = franchises.filter(
    ({ accountId, payoutsEnabled }) => accountId !== null && !payoutsEnabled,
  )
  const franchise =
    franchises.find(({ id }) => id === connecting.read()) ??
    (unfinished.length === 1 ? unfinished[0] : undefined)
  const dismiss = (id: string | null) => {
    connecting.clear()
    setAddress({ connect: null, id })
  }
  return (
    <Alert tone={tone}>
      <div class="row-apart">
        <span class="grow">
          {franchise && <strong>{franchise.name}: </strong>}
          {text}
          {!franchise && tone === 'warn' && ' Open the franchise to continue.'}
        </span>
        <span class="row">
          {franchise && (
            <Button size="small" onClick={() => dismiss(franchise.id)}>
              Open franchise
            </Button>
          )}
          <Button size="small" onClick={() => dismiss(null)}>
            Dismiss
          </Button>
        </span>
      </div>
    </Alert>
  )
}

/** Remembers the franchise, because the address people return to doesn't name it. */
const connecting = keptForThisTab<string>('connecting')
