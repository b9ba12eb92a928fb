import type { WebhookEvent } from '../../../modules/webhooks/model'
import { formatMoment } from '../../client/format'
import { Empty, RowLink } from '../../components'
import { settings } from '../settings'
import { Filters, optionsOf, SelectFilter, useFilters } from '../shared/filters'
import { List, useList } from '../shared/list'
import { useOpened } from '../shared/opened'
import { StateBadge } from '../shared/state-badge'
import { TabPage } from '../shared/tab-page'
import { WebhookDrawer } from './drawer'
import { eventStates } from './states'

export default function WebhooksTab() {
  const list = useList<WebhookEvent>('/api/admin/webhooks', useFilters('state', 'type'))
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
