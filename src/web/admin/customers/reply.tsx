import { useRef, useState } from 'preact/hooks'
import type { CustomerDetail } from '../../../modules/customers'
import { useAction } from '../../client/hooks'
import { Alert, Button, SelectField, TextArea, TextField } from '../../components'
import { setAddress, useAddress } from '../address'
import { api, settings } from '../session'

type Channel = 'sms' | 'email'

const longestText = 1_600
/** A text this long is sent as one part. */
const onePart = 160

/** Why nothing can be sent this way, or null. The service checks again. */
function obstacle({ phone, email, smsOptOut, unreachable }: CustomerDetail, channel: Channel): string | null {
  const fails = unreachable.some((found) => found.channel === channel)
  if (channel === 'sms') {
    if (phone === null) return 'There is no phone number for this customer.'
    if (smsOptOut) return 'This customer opted out of texts. They can text START to get them again.'
    return fails ? "Texts to this number don't arrive. Try it again above, or email the customer." : null
  }
  if (email === null) return 'There is no email address for this customer.'
  return fails ? 'Emails to this address bounce. Try it again above, or text the customer.' : null
}

/** A message to the customer, by text or email. It is sent once, however often the button is pressed. */
export function Reply({ customer, onSent }: { customer: CustomerDetail; onSent: () => void }) {
  const draft = useAddress().get('draft') === 'account' ? accountText() : ''
  const usual: Channel = obstacle(customer, 'sms') === null ? 'sms' : 'email'
  const [channel, setChannel] = useState<Channel>(usual)
  const [subject, setSubject] = useState('')
  const [text, setText] = useState(draft)
  // The same words sent again after a lost answer are the same message.
  const key = useRef(crypto.randomUUID())
  const sending = useAction(async () => {
    const message = { channel, text, ...(channel === 'email' && subject.trim() !== '' && { subject }) }
    await api.admin.customers(customer.id).messages.post(message, { key: key.current })
    key.current = crypto.randomUUID()
    setText('')
    setSubject('')
    setAddress({ draft: null })
    onSent()
  })
  const why = obstacle(customer, channel)
  const edit = (change: () => void) => {
    key.current = crypto.randomUUID()
    sending.clear()
    change()
  }
  return (
    <form
      class="reply stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (why === null && text.trim() !== '') void sending.run()
      }}
    >
      <div class="form-grid">
        <SelectField
          label="Send as"
          value={channel}
          options={[
            { value: 'sms', label: 'Text message' },
            { value: 'email', label: 'Email' },
          ]}
          onChoice={(chosen) => edit(() => setChannel(chosen === 'email' ? 'email' : 'sms'))}
        />
        {channel === 'email' && (
          <TextField
            label="Subject"
            optional
            maxLength={200}
            value={subject}
            onText={(typed) => edit(() => setSubject(typed))}
          />
        )}
      </div>
      <TextArea
        label="Message"
        rows={3}
        maxLength={longestText}
        value={text}
        onText={(typed) => edit(() => setText(typed))}
        hint={hintFor(channel, text)}
      />
      {why !== null && <Alert tone="warn">{why}</Alert>}
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
      <div class="actions">
        <Button
          kind="primary"
          type="submit"
          busy={sending.busy}
          disabled={why !== null || text.trim() === ''}
        >
          {channel === 'sms' ? 'Send text' : 'Send email'}
        </Button>
      </div>
    </form>
  )
}

const accountText = () =>
  `Sign in with your email address to see your visits and invoices: ${location.origin}/my`

function hintFor(channel: Channel, text: string): string {
  if (channel === 'email') return `Answers to emails go to the mailbox of ${settings.business}, not here`
  const parts = Math.ceil(text.length / onePart)
  return parts > 1 ? `${text.length} characters, sent in about ${parts} parts` : 'Replies show up here'
}
