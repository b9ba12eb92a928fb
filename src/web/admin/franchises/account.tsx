import { useAction, useLoad } from '../../client/hooks'
import { keptForThisTab } from '../../client/storage'
import { Alert, Button } from '../../components'
import { setAddress, useAddress } from '../address'
import { api } from '../session'
import { CheckMark, Section } from '../shared/facts'
import { Loaded } from '../shared/list'
import { useDirectory } from '../shell/directory'

interface AccountProps {
  franchiseId: string
  onChange: () => void
}

/** The way to payouts as a list of steps, as the payment processor sees them at this moment. */
export function Account({ franchiseId, onChange }: AccountProps) {
  const load = useLoad(
    (signal) => api.payments.connect.status.get({ query: { franchiseId }, signal }),
    [franchiseId],
  )
  const opening = useAction(async () => {
    const { url } = await api.payments.connect.onboard.post({ franchiseId })
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
  complete: { tone: 'good', text: 'The account is connected. Payouts go out by themselves from now on.' },
  pending: {
    tone: 'warn',
    text: 'The account is opened, but the payment processor needs more, or has not checked it yet. Open the franchise to go on.',
  },
}
const noAnswer: Result = {
  tone: 'bad',
  text: 'The payment processor could not tell how the account stands. Open the franchise and ask again.',
}

/** What came of a visit to the payment processor's pages; it is in the address it sends people back to. */
export function ConnectResult() {
  const outcome = useAddress().get('connect')
  const { franchises } = useDirectory()
  if (outcome === '') return null
  const { tone, text } = results[outcome] ?? noAnswer
  const franchise = franchises.find(({ id }) => id === connecting.read())
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
        </span>
        <span class="row">
          {franchise && (
            <Button size="small" onClick={() => dismiss(franchise.id)}>
              Open the franchise
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

/** Which franchise went to the processor's pages: the address people are sent back to does not say. */
const connecting = keptForThisTab<string>('connecting')
