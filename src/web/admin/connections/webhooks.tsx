import { useState } from 'preact/hooks'
import { formatPast } from '../../client/format'
import { Button, Drawer, Empty, Icon, RowLink } from '../../components'
import { api, settings } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { useOpened } from '../shared/tab-page'
import { WebhookDrawer } from './webhooks-drawer'
import { WebhookForm } from './webhooks-form'
import { nameOf, WebhookBadge } from './webhooks-status'

export function Webhooks() {
  const list = useList(api.admin['webhook-subscriptions'])
  const { open } = useOpened()
  const [adding, setAdding] = useState(false)
  return (
    <div class="stack">
      <div class="row-apart">
        <p class="soft small">
          Webhooks tell your other software when something happens here, such as a booking or a payment.
        </p>
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add webhook
        </Button>
      </div>
      <List
        list={list}
        caption="Webhooks"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          <Empty title="No webhooks yet" icon={<Icon name="webhook" />}>
            Add one to send bookings, payments, invoices and customers to your bookkeeping, your CRM or a tool
            such as Zapier or n8n.
          </Empty>
        }
        columns={[
          {
            head: 'Webhook',
            cell: (one) => (
              <TwoLines
                first={<RowLink>{nameOf(one)}</RowLink>}
                second={one.description === null ? null : <span class="wrap-anywhere">{one.url}</span>}
              />
            ),
          },
          { head: 'Events', cell: ({ types }) => <span class="nowrap">{countOf(types)}</span> },
          {
            head: 'Added',
            cell: ({ createdAt }) => <span class="nowrap">{formatPast(createdAt, settings.timeZone)}</span>,
          },
          { head: 'Status', cell: (one) => <WebhookBadge webhook={one} /> },
        ]}
      />
      <WebhookDrawer onChange={list.reload} />
      <Drawer title="Add webhook" open={adding} onClose={() => setAdding(false)}>
        <WebhookForm
          webhook={null}
          onCancel={() => setAdding(false)}
          onDone={(id) => {
            setAdding(false)
            list.reload()
            open(id)
          }}
        />
      </Drawer>
    </div>
  )
}

const countOf = (types: string[]): string =>
  types.length === 0 ? 'All events' : `${types.length} ${types.length === 1 ? 'event' : 'events'}`
