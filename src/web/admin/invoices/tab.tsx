import type { Invoice } from '../../../modules/invoices'
import { useFollowing } from '../../client/clock'
import { download } from '../../client/download'
import { formatDate, formatMoney } from '../../client/format'
import { Badge, Button, Empty, RowLink } from '../../components'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import {
  Filters,
  FranchiseFilter,
  optionsOf,
  SelectFilter,
  useFilters,
  useOpened,
  TabPage,
} from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { InvoiceDrawer, standingOf } from './drawer'

export default function InvoicesTab() {
  const directory = useDirectory()
  const query = useFilters('status', 'paid', 'overdue', 'kind', 'franchiseId')
  const list = useList(api.admin.invoices, query)
  useFollowing(list.refresh)
  const { open } = useOpened()
  useJobsChanged(list.reload)
  return (
    <TabPage
      title="Invoices"
      actions={
        <Button
          onClick={() => void download(api.admin.invoices, 'invoices.csv', { ...query, format: 'csv' })}
        >
          CSV
        </Button>
      }
    >
      <Filters>
        <SelectFilter
          label="State"
          name="status"
          options={optionsOf('Any state', { draft: 'Draft', sent: 'Sent', void: 'Void' })}
        />
        <SelectFilter
          label="Payment"
          name="paid"
          options={optionsOf('Paid or not', { true: 'Paid', false: 'Not paid' })}
        />
        <SelectFilter
          label="Due"
          name="overdue"
          options={optionsOf('Due or not', { true: 'Overdue', false: 'Not overdue' })}
        />
        <SelectFilter
          label="Kind"
          name="kind"
          options={optionsOf('Any kind', { invoice: 'Invoices', credit_note: 'Credit notes' })}
        />
        <FranchiseFilter />
      </Filters>
      <List
        list={list}
        caption="Invoices"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          Object.values(query).every((value) => value === '') ? (
            <Empty title="No invoices yet">
              One is made when a job is paid or done, or by hand: open a job and make its invoice.
            </Empty>
          ) : (
            <Empty title="No invoices like that">Take a filter away to see more.</Empty>
          )
        }
        columns={[
          {
            head: 'Number',
            cell: ({ number, kind }) => (
              <TwoLines
                first={<RowLink>{number ?? 'Draft'}</RowLink>}
                second={kind === 'credit_note' && 'Credit note'}
              />
            ),
          },
          {
            head: 'Customer',
            cell: ({ customerName, franchiseId }) => (
              <TwoLines first={customerName} second={directory.franchiseName(franchiseId)} />
            ),
          },
          { head: 'Issued', cell: ({ issuedOn }) => <Day date={issuedOn} /> },
          { head: 'Due', cell: ({ dueOn }) => <Day date={dueOn} /> },
          { head: 'State', cell: (invoice) => <Standing invoice={invoice} /> },
          { head: 'Total', end: true, cell: ({ total }) => formatMoney(total) },
        ]}
      />
      <InvoiceDrawer onChange={list.reload} />
    </TabPage>
  )
}

const Day = ({ date }: { date: string | null }) => <span class="nowrap">{date && formatDate(date)}</span>

function Standing({ invoice }: { invoice: Invoice }) {
  const { words, tone } = standingOf(invoice)
  return <Badge tone={tone}>{words}</Badge>
}
