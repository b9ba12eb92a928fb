import '../shared/kit'
import type { EventDetail } from '../../../modules/payments'
import { formatPast } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Empty, Icon, RowLink, Alert, Button, Drawer, toast } from '../../components'
import { settings, api } from '../session'
import { StateBadge, Facts, Section } from '../shared/facts'
import { List, useList, Loaded, useItem } from '../shared/list'
import { Filters, optionsOf, SelectFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { plain } from '../shared/words'

export default function WebhooksTab() {
  const query = useFilters('state', 'type')
  const list = useList(api.admin.webhooks, query)
  const { open } = useOpened()
  return (
    <TabPage title="Payment events">
      <Filters>
        <SelectFilter label="Status" name="state" options={optionsOf('Any status', eventStates)} />
        <SelectFilter label="Event" name="type" options={optionsOf('Any event', eventTypes)} />
      </Filters>
      <List
        list={list}
        caption="Payment events"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          query.state === '' && query.type === '' ? (
            <Empty title="No events yet" icon={<Icon name="webhook" />}>
              When your payment processor reports a payment, a refund or a dispute, it shows up here.
            </Empty>
          ) : (
            <Empty title="No matching events">Remove a filter to see more.</Empty>
          )
        }
        columns={[
          { head: 'Event', cell: ({ type }) => <RowLink>{eventName(type)}</RowLink> },
          {
            head: 'Received',
            cell: ({ receivedAt }) => <span class="nowrap">{formatPast(receivedAt, settings.timeZone)}</span>,
          },
          { head: 'Status', cell: ({ state }) => <StateBadge state={state} words={eventStates} /> },
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
    toast('Event processed')
    load.reload()
    onChange()
  })
  const event = load.data
  return (
    <Drawer
      title={event ? eventName(event.type) : 'Payment event'}
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
            ['Status', <StateBadge state={event.state} words={eventStates} />],
            ['Event type', <code>{event.type}</code>],
            ['Event ID', <code>{event.id}</code>],
            ['Received', formatPast(event.receivedAt, settings.timeZone)],
            ['Source', event.source === 'webhook' ? 'Webhook' : 'Fetched, because the webhook never arrived'],
            ['Attempts', String(event.attempts)],
            ['Last error', event.lastError],
            ['Next attempt', dueAt && formatPast(dueAt, settings.timeZone)],
            ['Processed', doneAt && formatPast(doneAt, settings.timeZone)],
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
  processing: 'Processing',
  done: 'Processed',
  dead: 'Not processed',
}

const eventTypes: Record<string, string> = {
  'payment_intent.succeeded': 'Payment succeeded',
  'payment_intent.payment_failed': 'Payment failed',
  'account.updated': 'Account updated',
}

/** `Customer created` for `customer.created`, unless we have a better name. */
const eventName = (type: string): string => eventTypes[type] ?? plain(type)
