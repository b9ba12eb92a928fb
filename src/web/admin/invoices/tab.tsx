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
import { InvoiceDrawer, statusOf } from './drawer'

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
        <>
          <Button
            onClick={() => void download(api.admin.invoices, 'invoices.csv', { ...query, format: 'csv' })}
          >
            Export CSV
          </Button>
          <Button
            onClick={() =>
              void download(api.admin.payments, 'payments.csv', {
                ...(query.franchiseId ? { franchiseId: query.franchiseId } : {}),
                format: 'csv',
              })
            }
          >
            Export payments
          </Button>
        </>
      }
    >
      <Filters>
        <SelectFilter
          label="Status"
          name="status"
          options={optionsOf('Any status', { draft: 'Draft', sent: 'Sent', void: 'Void' })}
        />
        <SelectFilter
          label="Payment"
          name="paid"
          options={optionsOf('Paid and unpaid', { true: 'Paid', false: 'Unpaid' })}
        />
        <SelectFilter
          label="Due date"
          name="overdue"
          options={optionsOf('Any due date', { true: 'Overdue', false: 'Not overdue' })}
        />
        <SelectFilter
          label="Type"
          name="kind"
          options={optionsOf('Any type', { invoice: 'Invoices', credit_note: 'Credit notes' })}
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
              We create an invoice when a job is paid or completed. You can also open a job and create one
              yourself.
            </Empty>
          ) : (
            <Empty title="No matching invoices">Remove a filter to see more.</Empty>
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
          { head: 'Status', cell: (invoice) => <Status invoice={invoice} /> },
          { head: 'Total', end: true, cell: ({ total }) => formatMoney(total) },
        ]}
      />
      <InvoiceDrawer onChange={list.reload} />
    </TabPage>
  )
}

const Day = ({ date }: { date: string | null }) => <span class="nowrap">{date && formatDate(date)}</span>

function Status({ invoice }: { invoice: Invoice }) {
  const { words, tone } = statusOf(invoice)
  return <Badge tone={tone}>{words}</Badge>
}
