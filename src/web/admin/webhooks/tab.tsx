import type { EventDetail } from '../../../modules/payments'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Empty, RowLink, Alert, Button, Drawer, toast } from '../../components'
import { settings, api } from '../session'
import { StateBadge, Facts, Section } from '../shared/facts'
import { List, useList, Loaded, useItem } from '../shared/list'
import { Filters, optionsOf, SelectFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'

export default function WebhooksTab() {
  const list = useList(api.admin.webhooks, useFilters('state', 'type'))
  const { open } = useOpened()
  return (
    <TabPage title="Webhooks">
      <Filters>
        <SelectFilter label="State" name="state" options={optionsOf('Any state', eventStates)} />
        <SelectFilter
          label="Type"
          name="type"
          options={optionsOf('Any type', {
            'payment_intent.succeeded': 'Payment succeeded',
            'payment_intent.payment_failed': 'Payment failed',
            'account.updated': 'Account updated',
          })}
        />
      </Filters>
      <List
        list={list}
        caption="Payment events"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<Empty title="No events">What the payment processor tells the service appears here.</Empty>}
        columns={[
          { head: 'Type', cell: ({ type }) => <RowLink>{type}</RowLink> },
          {
            head: 'Received',
            cell: ({ receivedAt }) => (
              <span class="nowrap">{formatMoment(receivedAt, settings.timeZone)}</span>
            ),
          },
          { head: 'State', cell: ({ state }) => <StateBadge state={state} words={eventStates} /> },
          { head: 'Attempts', end: true, cell: ({ attempts }) => attempts },
          { head: 'Last error', cell: ({ lastError }) => lastError },
        ]}
      />
      <WebhookDrawer onChange={list.reload} />
    </TabPage>
  )
}

function WebhookDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useItem(api.admin.webhooks, id)
  const replaying = useAction(async () => {
    await api.admin.webhooks(id).replay.post()
    toast('The event was processed again')
    load.reload()
    onChange()
  })
  const event = load.data
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
      <Loaded load={load}>{(found) => <EventDetails event={found} />}</Loaded>
    </Drawer>
  )
}

function EventDetails({ event }: { event: EventDetail }) {
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

const eventStates = {
  queued: 'Waiting',
  processing: 'In work',
  done: 'Done',
  dead: 'Given up',
}
