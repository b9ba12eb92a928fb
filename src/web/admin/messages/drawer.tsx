import { useEffect } from 'preact/hooks'
import type { OutboxView } from '../../../modules/messages'
import { every } from '../../client/clock'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, Drawer, toast } from '../../components'
import { openJob } from '../address'
import { api, settings } from '../session'
import { Facts, Section, StateBadge } from '../shared/facts'
import { Loaded, useItem } from '../shared/list'
import { SafeFrame } from '../shared/safe-frame'
import { useOpened } from '../shared/tab-page'
import { plain } from '../shared/words'
import { states } from './states'

/** How often a message on its way is looked at again. */
const lookAgainMs = 2_000

export function MessageDrawer({ onChange }: { onChange: () => void }) {
  const { id, open, close } = useOpened()
  const load = useItem(api.admin.outbox, id)
  const message = load.data
  const moving = message !== null && isOnItsWay(message)
  useEffect(() => {
    if (!moving) return undefined
    const stop = every(lookAgainMs, load.reload)
    return () => {
      stop()
      onChange()
    }
  }, [id, moving])
  const sending = useAction(async () => {
    const fresh = await api.admin.outbox(id).resend.post({ state: message?.state })
    toast(message?.state === 'held' ? 'On its way' : 'Sent again as a new message')
    onChange()
    // A held message goes out as it is; any other as a new one.
    if (fresh.id === id) load.reload()
    else open(fresh.id)
  })
  return (
    <Drawer
      title={message?.rendered?.subject ?? (message ? plain(message.template) : 'Message')}
      open={id !== ''}
      onClose={close}
      foot={
        message !== null &&
        canBeResent(message) && (
          <Button kind="primary" busy={sending.busy} onClick={() => void sending.run()}>
            {message.state === 'held' ? 'Send it anyway' : 'Send again'}
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
            <Section title="As the recipient sees it">
              <Rendered message={found} />
            </Section>
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}

const isOnItsWay = ({ state }: OutboxView) => state === 'queued' || state === 'sending'

/** A text that was not kept, such as a code, cannot be; and what is on its way need not be. */
const canBeResent = (message: OutboxView) => message.rendered !== null && !isOnItsWay(message)

function MessageFacts({ message }: { message: OutboxView }) {
  const { jobId, state, sentAt } = message
  return (
    <Facts
      facts={[
        ['State', <StateBadge state={state} words={states} />],
        ['To', message.recipient],
        ['Made', formatMoment(message.createdAt, settings.timeZone)],
        ['Sent', sentAt && formatMoment(sentAt, settings.timeZone)],
        ['Due', sentAt === null && state === 'queued' ? formatMoment(message.dueAt, settings.timeZone) : ''],
        ['By', message.provider],
        ['Attempts', String(message.attempts)],
        [state === 'held' ? 'Why' : 'Last error', message.lastError],
        ['Files', message.files.map(({ name }) => name).join(', ')],
        [
          'Job',
          jobId && (
            <button type="button" class="link-button" onClick={() => openJob(jobId)}>
              Open the job
            </button>
          ),
        ],
      ]}
    />
  )
}

function Rendered({ message }: { message: OutboxView }) {
  const { rendered } = message
  if (rendered === null) return <p class="soft">Its text is secret, or no longer known.</p>
  if (rendered.html === null) return <p class="code-block">{rendered.text}</p>
  return <SafeFrame title="The message" html={rendered.html} />
}
