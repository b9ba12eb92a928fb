import { Alert } from '../../components'
import { setAddress, useAddress } from '../address'

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
  if (outcome === '') return null
  const { tone, text } = results[outcome] ?? results.error!
  return (
    <Alert tone={tone}>
      <div class="row-apart">
        <span class="grow">{text}</span>
        <button type="button" class="link-button" onClick={() => setAddress({ connect: null })}>
          Dismiss
        </button>
      </div>
    </Alert>
  )
}
