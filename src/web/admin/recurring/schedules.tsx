import { useState } from 'preact/hooks'
import { everyMonths } from '../../../lib/text'
import { formatDate, formatMoney } from '../../client/format'
import { Button, Drawer, Empty, RowLink } from '../../components'
import { api } from '../session'
import { StateBadge, TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, SearchFilter, SelectFilter, useFilters, useOpened } from '../shared/tab-page'
import { stateOptions } from './dates'
import { NewScheduleForm } from './new-schedule'
import { ScheduleDrawer } from './schedule-drawer'

export function Schedules() {
  const list = useList(api.admin.schedules, useFilters('q', 'status'))
  const { open } = useOpened()
  const [adding, setAdding] = useState(false)
  return (
    <div class="stack">
      <Filters>
        <SearchFilter label="Part of a name, e-mail or service" />
        <SelectFilter
          label="State"
          name="status"
          options={[{ value: '', label: 'Any state' }, ...stateOptions]}
        />
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add billing
        </Button>
      </Filters>
      <List
        list={list}
        caption="Billing schedules"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          <Empty title="No billing schedules">A schedule makes an invoice by itself every few months.</Empty>
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
            cell: (one) => <TwoLines first={one.serviceType} second={everyMonths(one.intervalMonths)} />,
          },
          { head: 'Next', cell: (one) => (one.status === 'active' ? formatDate(one.nextBillingDate) : '') },
          { head: 'Paid by', cell: ({ autoCharge }) => (autoCharge ? 'Stored card' : 'Invoice') },
          { head: 'State', cell: ({ status }) => <StateBadge state={status} /> },
          { head: 'Price', end: true, cell: ({ price }) => formatMoney(price) },
        ]}
      />
      <ScheduleDrawer onChange={list.reload} />
      <Drawer title="Add billing" open={adding} onClose={() => setAdding(false)}>
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
