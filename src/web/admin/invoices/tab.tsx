import '../shared/kit'
import { useEffect } from 'preact/hooks'
import type { InvoiceItem } from '../../../modules/invoices'
import { useFollowing } from '../../client/clock'
import { download } from '../../client/download'
import { formatDate, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Empty, Icon, Menu, RowLink, useSelection } from '../../components'
import { setAddress } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { ExportButton } from '../shared/export-button'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { SavedListViews } from '../shared/list-saved'
import { exportRows, ToolWords, useListView, type ListColumn } from '../shared/list-view'
import { Nothing } from '../shared/nothing'
import {
  DateFilter,
  Filters,
  FranchiseFilter,
  optionsOf,
  SearchFilter,
  SelectFilter,
  useFilters,
  useOpened,
  TabPage,
} from '../shared/tab-page'
import { useDirectory, type Directory } from '../shell/directory'
import { useMe } from '../shell/me'
import { AgingTotals } from './aging'
import { InvoiceBulk } from './bulk'
import { InvoiceDrawer } from './drawer'
import { Amount, InvoiceBadge, InvoiceNumber, stateText, stateWords } from './state'

export default function InvoicesTab() {
  const directory = useDirectory()
  const filters = useFilters(
    'q',
    'state',
    'overdue',
    'aging',
    'kind',
    'franchiseId',
    'from',
    'to',
    'sort',
    'order',
  )
  const view = useListView('invoices', columnsFor(directory), {
    by: 'created',
    down: true,
    words: 'Most recently created first',
  })
  const query = { ...filters, ...view.sorted }
  const selection = useSelection()
  const list = useList(api.admin.invoices, query)
  const { franchiseId } = query
  const aging = useLoad(
    (signal) => api.admin.invoices.aging.get({ query: { franchiseId }, signal }),
    [franchiseId],
  )
  const rows = list.items.filter(({ id }) => selection.chosen.has(id))
  const { open } = useOpened()
  useEffect(() => {
    // Older links name the state in another way, which no filter on the page would show.
    if (query.overdue === 'true') setAddress({ overdue: null, state: 'overdue' })
  }, [query.overdue])
  const reload = () => {
    list.reload()
    aging.reload()
  }
  useFollowing(list.refresh)
  useJobsChanged(reload)
  return (
    <TabPage
      title="Invoices"
      actions={
        <span class="row">
          <SavedListViews list="invoices" filters={filters} columns={view.shown} />
          {view.chooser}
          <Exports query={query} />
        </span>
      }
    >
      <AgingTotals load={aging} chosen={query.aging} />
      <Filters folds>
        <SearchFilter label="Search by customer or number" />
        <SelectFilter label="Status" name="state" options={optionsOf('Any status', stateWords)} />
        <SelectFilter
          label="Type"
          name="kind"
          options={optionsOf('Any type', { invoice: 'Invoices', credit_note: 'Credit notes' })}
        />
        <FranchiseFilter />
        <DateFilter label="Issued from" name="from" />
        <DateFilter label="Issued to" name="to" />
      </Filters>
      <List
        list={list}
        caption="Invoices"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          <Nothing
            filters={filters}
            what="invoices"
            hint="Search for part of a name or number, or remove a filter."
          >
            <Empty title="No invoices yet" icon={<Icon name="receipt-text" />}>
              We create an invoice when a job is paid or completed. You can also open a job and create one
              yourself.
            </Empty>
          </Nothing>
        }
        columns={view.columns}
        sorting={view.sorting}
        selection={{
          ...selection,
          nameOf: ({ number, customerName }) => `${number ?? 'invoice of'} ${customerName}`,
        }}
      />
      <InvoiceBulk
        rows={rows}
        onClear={selection.clear}
        onChange={reload}
        onExport={() => exportRows('invoices', view.columns, rows)}
      />
      <InvoiceDrawer onChange={reload} />
    </TabPage>
  )
}

type Query = Record<
  'q' | 'state' | 'overdue' | 'aging' | 'kind' | 'franchiseId' | 'from' | 'to' | 'sort' | 'order',
  string
>

function Exports({ query }: { query: Query }) {
  const { may } = useMe()
  const { franchiseId } = query
  const invoices = () => download(api.admin.invoices, 'invoices.csv', { ...query, format: 'csv' })
  const payments = () => download(api.admin.payments, 'payments.csv', { franchiseId, format: 'csv' })
  if (!may('money.read')) return <ExportButton onExport={invoices} />
  return (
    <Menu
      label="Export CSV"
      look="button button-secondary"
      button={<ToolWords icon="download" words="Export CSV" />}
      items={[
        { label: 'These invoices', run: () => void invoices() },
        { label: 'All payments', run: () => void payments() },
      ]}
    />
  )
}

const columnsFor = (directory: Directory): ListColumn<InvoiceItem>[] => [
  {
    id: 'number',
    head: 'Number',
    sort: 'number',
    down: true,
    always: true,
    text: ({ number }) => number ?? '',
    cell: (invoice) => (
      <TwoLines
        first={
          <RowLink>
            <InvoiceNumber number={invoice.number} />
          </RowLink>
        }
        second={invoice.kind === 'credit_note' && 'Credit note'}
      />
    ),
  },
  {
    id: 'customer',
    head: 'Customer',
    sort: 'customer',
    text: ({ customerName }) => customerName,
    cell: ({ customerName, franchiseId }) => (
      <TwoLines first={customerName} second={directory.franchiseName(franchiseId)} />
    ),
  },
  {
    id: 'franchise',
    head: 'Franchise',
    sort: 'franchise',
    extra: true,
    text: ({ franchiseId }) => directory.franchiseName(franchiseId),
    cell: ({ franchiseId }) => directory.franchiseName(franchiseId),
  },
  {
    id: 'issued',
    head: 'Issued',
    sort: 'issued',
    down: true,
    text: ({ issuedOn }) => issuedOn ?? '',
    cell: ({ issuedOn }) => <Day date={issuedOn} />,
  },
  {
    id: 'due',
    head: 'Due',
    sort: 'due',
    text: ({ dueOn }) => dueOn ?? '',
    cell: ({ dueOn }) => <Day date={dueOn} />,
  },
  {
    id: 'status',
    head: 'Status',
    sort: 'status',
    text: stateText,
    cell: ({ state, status }) => <InvoiceBadge state={state} status={status} />,
  },
  {
    id: 'amount',
    head: 'Amount',
    sort: 'amount',
    down: true,
    end: true,
    text: ({ amount }) => amount,
    cell: (invoice) => <Amount {...invoice} />,
  },
  {
    id: 'balance',
    head: 'Balance',
    sort: 'balance',
    down: true,
    extra: true,
    end: true,
    text: ({ balance }) => balance,
    cell: ({ balance }) => formatMoney(balance),
  },
]

const Day = ({ date }: { date: string | null }) => <span class="nowrap">{date ? formatDate(date) : '–'}</span>
