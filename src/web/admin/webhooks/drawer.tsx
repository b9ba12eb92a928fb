import type { WebhookDetail } from '../../../modules/webhooks/model'
import { formatMoment } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button, Drawer, toast } from '../../components'
import { api } from '../session'
import { settings } from '../settings'
import { Facts, Section } from '../shared/facts'
import { Loaded } from '../shared/loaded'
import { useOpened } from '../shared/opened'
import { StateBadge } from '../shared/state-badge'
import { eventStates } from './states'

export function WebhookDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useLoad<WebhookDetail | null>(
    (signal) => (id === '' ? Promise.resolve(null) : api.get(`/api/admin/webhooks/${id}`, undefined, signal)),
    [id],
  )
  const replaying = useAction(async () => {
    await api.post(`/api/admin/webhooks/${id}/replay`)
    toast('The event was processed again')
    load.reload()
    onChange()
  })
  const event = load.data?.id === id ? load.data : null
  return (
    <Drawer
      title={event?.type ?? 'Payment event'}
      open={id !== ''}
      onClose={close}
      foot={
        <Button kind="primary" busy={replaying.busy} onClick={() => void replaying.run()}>
          Process again
        </Button>
      }
    >
      {replaying.problem !== null && <Alert tone="bad">{replaying.problem}</Alert>}
      <Loaded load={{ ...load, data: event }}>{(found) => found && <EventDetails event={found} />}</Loaded>
    </Drawer>
  )
}

function EventDetails({ event }: { event: WebhookDetail }) {
  const { dueAt, doneAt } = event
  return (
    <div>
      <Section title="Processing">
        <Facts
          facts={[
            ['State', <StateBadge state={event.state} words={eventStates} />],
            ['Event', <code>{event.id}</code>],
            ['Received', formatMoment(event.receivedAt, settings.timeZone)],
            ['Came by', event.source === 'webhook' ? 'Webhook' : 'Fetched, since it was never delivered'],
            ['Attempts', String(event.attempts)],
            ['Last error', event.lastError],
            ['Tried again', dueAt && formatMoment(dueAt, settings.timeZone)],
            ['Done', doneAt && formatMoment(doneAt, settings.timeZone)],
          ]}
        />
      </Section>
      <Section title="Payload">
        <pre class="code-block" tabIndex={0}>
          {JSON.stringify(event.payload, null, 2)}
        </pre>
      </Section>
    </div>
  )
}
