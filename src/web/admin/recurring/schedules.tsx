import { useState } from 'preact/hooks'
import { formatDate, formatMoney } from '../../client/format'
import { Button, Drawer, Empty, Icon, RowLink } from '../../components'
import { api } from '../session'
import { StateBadge, TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, SearchFilter, SelectFilter, useFilters, useOpened } from '../shared/tab-page'
import { useMe } from '../shell/me'
import { every, stateOptions } from './dates'
import { NewScheduleForm } from './new-schedule'
import { ScheduleDrawer } from './schedule-drawer'

export function Schedules() {
  const query = useFilters('q', 'status')
  const list = useList(api.admin.schedules, query)
  const { open } = useOpened()
  const { may } = useMe()
  const [adding, setAdding] = useState(false)
  return (
    <div class="stack">
      <Filters>
        <SearchFilter label="Name, email or service" />
        <SelectFilter
          label="Status"
          name="status"
          options={[{ value: '', label: 'Any status' }, ...stateOptions]}
        />
        {may('administrator') && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add billing schedule
          </Button>
        )}
      </Filters>
      <List
        list={list}
        caption="Billing schedules"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          query.q === '' && query.status === '' ? (
            <Empty title="No billing schedules yet" icon={<Icon name="banknote" />}>
              Add one, and we'll send the customer an invoice automatically every few months.
            </Empty>
          ) : (
            <Empty title="No matching billing schedules">Try a shorter search or remove a filter.</Empty>
          )
        }
        columns={[
          {
            head: 'Customer',
            cell: (one) => (
              <TwoLines first={<RowLink>{one.customerName}</RowLink>} second={one.customerEmail} />
            ),
          },
          {
            head: 'Service',
            cell: (one) => <TwoLines first={one.serviceType} second={every(one)} />,
          },
          {
            head: 'Next invoice',
            cell: (one) => (one.status === 'active' ? formatDate(one.nextBillingDate) : '–'),
          },
          { head: 'Payment', cell: ({ autoCharge }) => (autoCharge ? 'Saved card' : 'Invoice') },
          { head: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
          { head: 'Price before tax', end: true, cell: ({ price }) => formatMoney(price) },
        ]}
      />
      <ScheduleDrawer onChange={list.reload} />
      <Drawer title="Add billing schedule" open={adding} onClose={() => setAdding(false)}>
        <NewScheduleForm
          onCancel={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            list.reload()
          }}
        />
      </Drawer>
    </div>
  )
}
