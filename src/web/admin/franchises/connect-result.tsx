import { Alert, Button } from '../../components'
import { setAddress, useAddress } from '../address'
import { useDirectory } from '../shell/directory'
import { connecting } from './connecting'

const results: Record<string, { tone: 'good' | 'warn' | 'bad'; text: string }> = {
  complete: { tone: 'good', text: 'The account is connected. Payouts go out by themselves from now on.' },
  pending: {
    tone: 'warn',
    text: 'The account is opened, but the payment processor needs more, or has not checked it yet. Open the franchise to go on.',
  },
  error: {
    tone: 'bad',
    text: 'The payment processor could not tell how the account stands. Open the franchise and ask again.',
  },
}

/** What came of a visit to the payment processor's pages; it is in the address it sends people back to. */
export function ConnectResult() {
  const outcome = useAddress().get('connect')
  const { franchises } = useDirectory()
  if (outcome === '') return null
  const { tone, text } = results[outcome] ?? results.error!
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
