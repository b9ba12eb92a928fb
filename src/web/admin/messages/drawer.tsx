import { useEffect } from 'preact/hooks'
import type { OutboxView } from '../../../modules/messages'
import { every } from '../../client/clock'
import { formatPast, formatPhone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, Drawer, toast } from '../../components'
import { openJob } from '../address'
import { api, settings } from '../session'
import { Facts, Section, StateBadge, TwoLines } from '../shared/facts'
import { Loaded, useItem } from '../shared/list'
import { SafeFrame } from '../shared/safe-frame'
import { useOpened } from '../shared/tab-page'
import { plain } from '../shared/words'
import { useMe } from '../shell/me'
import { states } from './states'
import { topicOf } from './topics'

/** How often the drawer checks a message that is still being sent. */
const refreshMs = 2_000

export function MessageDrawer({ onChange }: { onChange: () => void }) {
  const { id, open, close } = useOpened()
  const { may } = useMe()
  const load = useItem(api.admin.outbox, id)
  const message = load.data
  const moving = message !== null && isOnItsWay(message)
  useEffect(() => {
    if (!moving) return undefined
    const stop = every(refreshMs, load.reload)
    return () => {
      stop()
      onChange()
    }
  }, [id, moving])
  const sending = useAction(async () => {
    const fresh = await api.admin.outbox(id).resend.post({ state: message?.state })
    toast(message?.state === 'held' ? 'Sending now' : 'Sending as a new message')
    onChange()
    // A message on hold is sent as it is; any other is sent as a new message.
    if (fresh.id === id) load.reload()
    else open(fresh.id)
  })
  return (
    <Drawer
      title={message?.rendered?.subject ?? (message ? topicOf(message.template) : 'Message')}
      open={id !== ''}
      onClose={close}
      foot={
        message !== null &&
        may('messages.write') &&
        canBeResent(message) && (
          <Button kind="primary" busy={sending.busy} onClick={() => void sending.run()}>
            {message.state === 'held' ? 'Send anyway' : 'Resend'}
          </Button>
        )
      }
    >
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
      <Loaded load={load}>
        {(found) => (
          <div>
            <Section title="Delivery">
              <MessageFacts message={found} />
            </Section>
            <Section title="Preview">
              <Rendered message={found} />
            </Section>
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

const isOnItsWay = ({ state }: OutboxView) => state === 'queued' || state === 'sending'

/** Messages whose text we don't keep, such as sign-in codes, can't be resent. */
const canBeResent = (message: OutboxView) => message.rendered !== null && !isOnItsWay(message)

function MessageFacts({ message }: { message: OutboxView }) {
  const { jobId, state, sentAt, channel, recipient } = message
  const address = channel === 'sms' ? formatPhone(recipient) : recipient
  return (
    <Facts
      facts={[
        ['Status', <StateBadge state={state} words={states} />],
        ['To', <TwoLines first={message.name ?? address} second={message.name !== null && address} />],
        ['Created', formatPast(message.createdAt, settings.timeZone)],
        ['Sent', sentAt && formatPast(sentAt, settings.timeZone)],
        [
          'Next attempt',
          sentAt === null && state === 'queued' ? formatPast(message.dueAt, settings.timeZone) : '',
        ],
        ['Sent with', message.provider && plain(message.provider)],
        ['Attempts', String(message.attempts)],
        [state === 'held' ? 'Reason' : 'Last error', message.lastError],
        ['Attachments', message.files.map(({ name }) => name).join(', ')],
        [
          'Job',
          jobId && (
            <button type="button" class="link-button" onClick={() => openJob(jobId)}>
              Open job
            </button>
          ),
        ],
      ]}
    />
  )
}

function Rendered({ message }: { message: OutboxView }) {
  const { rendered } = message
  if (rendered === null) return <p class="soft">We don't keep the text of this message.</p>
  if (rendered.html === null) return <p class="code-block">{rendered.text}</p>
  return <SafeFrame title="Message preview" html={rendered.html} />
}
