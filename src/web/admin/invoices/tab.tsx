import { useEffect } from 'preact/hooks'
import type { InvoiceItem } from '../../../modules/invoices'
import { useFollowing } from '../../client/clock'
import { download } from '../../client/download'
import { formatDate } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Button, Empty, RowLink, type Column } from '../../components'
import { setAddress } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
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
import { InvoiceDrawer } from './drawer'
import { Amount, InvoiceBadge, stateWords } from './state'

const sorts = {
  due: 'Longest due first',
  amount: 'Largest first',
  customer: 'Customer, A–Z',
}

export default function InvoicesTab() {
  const directory = useDirectory()
  const query = useFilters('q', 'state', 'overdue', 'aging', 'kind', 'franchiseId', 'from', 'to', 'sort')
  const list = useList(api.admin.invoices, query)
  const { franchiseId } = query
  const aging = useLoad(
    (signal) => api.admin.invoices.aging.get({ query: { franchiseId }, signal }),
    [franchiseId],
  )
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
    <TabPage title="Invoices" actions={<Exports query={query} />}>
      <AgingTotals load={aging} chosen={query.aging} />
      <Filters>
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
        <SelectFilter label="Sort by" name="sort" options={optionsOf('Newest first', sorts)} />
      </Filters>
      <List
        list={list}
        caption="Invoices"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<Nothing query={query} />}
        columns={columnsFor(directory)}
      />
      <InvoiceDrawer onChange={reload} />
    </TabPage>
  )
}

type Query = Record<
  'q' | 'state' | 'overdue' | 'aging' | 'kind' | 'franchiseId' | 'from' | 'to' | 'sort',
  string
>

function Exports({ query }: { query: Query }) {
  const { may } = useMe()
  const { franchiseId } = query
  return (
    <span class="row">
      <Button onClick={() => void download(api.admin.invoices, 'invoices.csv', { ...query, format: 'csv' })}>
        Export CSV
      </Button>
      {may('money.read') && (
        <Button
          onClick={() => void download(api.admin.payments, 'payments.csv', { franchiseId, format: 'csv' })}
        >
          Export payments
        </Button>
      )}
    </span>
  )
}

function Nothing({ query }: { query: Query }) {
  const filters = Object.entries(query).filter(([name, value]) => name !== 'sort' && value !== '')
  if (filters.length === 0)
    return (
      <Empty title="No invoices yet">
        We create an invoice when a job is paid or completed. You can also open a job and create one yourself.
      </Empty>
    )
  const cleared = Object.fromEntries(filters.map(([name]) => [name, null]))
  return (
    <Empty
      title="No matching invoices"
      action={<Button onClick={() => setAddress(cleared)}>Clear all filters</Button>}
    >
      Search for part of a name or number, or remove a filter.
    </Empty>
  )
}

const columnsFor = (directory: Directory): Column<InvoiceItem>[] => [
  {
    head: 'Number',
    cell: ({ number, kind, state }) => (
      <TwoLines
        first={<RowLink>{number ?? (state === 'draft' ? 'Draft' : 'No number yet')}</RowLink>}
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
  { head: 'Status', cell: ({ state }) => <InvoiceBadge state={state} /> },
  { head: 'Amount', end: true, cell: (invoice) => <Amount {...invoice} /> },
]

const Day = ({ date }: { date: string | null }) => <span class="nowrap">{date && formatDate(date)}</span>
