import '../shared/kit'
import type { Customer } from '../../../modules/customers'
import { download } from '../../client/download'
import { formatDate, formatPhone } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Badge, Button, Empty, Icon, RowLink, Skeleton, useSelection } from '../../components'
import { linkTo, openBooking } from '../address'
import { api, settings } from '../session'
import { ExportButton } from '../shared/export-button'
import { TwoLines } from '../shared/facts'
import { Lazy, List, useList } from '../shared/list'
import { SavedListViews } from '../shared/list-saved'
import { exportRows, useListView, type ListColumn } from '../shared/list-view'
import { Nothing } from '../shared/nothing'
import {
  DateFilter,
  Filters,
  SearchFilter,
  SelectFilter,
  useFilters,
  useOpened,
  TabPage,
} from '../shared/tab-page'
import { localTime } from '../shared/zone'
import { useMe } from '../shell/me'
import { CustomerBulk } from './bulk'
import { loadCustomerPage } from './load-page'

/** The list, or the page of the customer that the address names. */
export default function CustomersTab() {
  const { id } = useOpened()
  if (id === '') return <CustomerList />
  return (
    <Lazy load={loadCustomerPage} waiting={<Skeleton lines={8} />}>
      {({ default: CustomerPage }) => <CustomerPage key={id} id={id} />}
    </Lazy>
  )
}

function CustomerList() {
  const filters = useFilters('q', 'tag', 'from', 'to', 'sort', 'order')
  const view = useListView('customers', columns, { by: 'created', down: true })
  const query = { ...filters, ...view.sorted }
  const selection = useSelection()
  const list = useList(api.admin.customers, query)
  const rows = list.items.filter(({ id }) => selection.chosen.has(id))
  const { open } = useOpened()
  const { may } = useMe()
  return (
    <TabPage
      title="Customers"
      actions={
        <span class="row">
          <SavedListViews list="customers" filters={filters} columns={view.shown} />
          {view.chooser}
          <ExportButton
            onExport={() => download(api.admin.customers, 'customers.csv', { ...query, format: 'csv' })}
          />
        </span>
      }
    >
      <Filters folds>
        <SearchFilter label="Name, email or phone" />
        <TagFilter />
        <DateFilter label="Customer since (from)" name="from" />
        <DateFilter label="Customer since (to)" name="to" />
      </Filters>
      <List
        list={list}
        caption="Customers"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        columns={view.columns}
        sorting={view.sorting}
        selection={{ ...selection, nameOf: ({ name }) => name }}
        empty={
          <Nothing
            filters={filters}
            what="customers"
            hint="Try the first letters of the name or email, or the first digits of the phone number."
          >
            <Empty
              title="No customers yet"
              icon={<Icon name="users" />}
              action={may('jobs.write') && <Button onClick={() => openBooking()}>Book a job</Button>}
            >
              Customers show up here with their first booking. Book a job for a caller or share your{' '}
              <a href="/book">booking page</a>.
              {may('import') && (
                <>
                  {' '}
                  You can also <a href={linkTo('import')}>import</a> the customers you already have.
                </>
              )}
            </Empty>
          </Nothing>
        }
      />
      <CustomerBulk
        rows={rows}
        onClear={selection.clear}
        onChange={list.reload}
        onExport={() => exportRows('customers', view.columns, rows)}
      />
    </TabPage>
  )
}

/** Appears once somebody has used a tag. */
function TagFilter() {
  const load = useLoad((signal) => api.admin['customer-tags'].get({ query: { limit: 200 }, signal }))
  const tags = load.data?.items ?? []
  if (tags.length === 0) return null
  const options = tags.map(({ tag, customers }) => ({ value: tag, label: `${tag} (${customers})` }))
  return <SelectFilter label="Tag" name="tag" options={[{ value: '', label: 'Any tag' }, ...options]} />
}

const columns: ListColumn<Customer>[] = [
  {
    id: 'customer',
    head: 'Customer',
    sort: 'name',
    always: true,
    text: ({ name }) => name,
    cell: ({ name, email }) => <TwoLines first={<RowLink>{name}</RowLink>} second={email} />,
  },
  {
    id: 'email',
    head: 'Email',
    sort: 'email',
    extra: true,
    text: ({ email }) => email ?? '',
    cell: ({ email }) => email,
  },
  {
    id: 'phone',
    head: 'Phone',
    sort: 'phone',
    text: ({ phone }) => phone ?? '',
    cell: ({ phone }) => <span class="nowrap">{phone && formatPhone(phone)}</span>,
  },
  {
    id: 'since',
    head: 'Customer since',
    sort: 'created',
    down: true,
    text: ({ createdAt }) => localTime(createdAt, settings.timeZone).date,
    cell: ({ createdAt }) => <Since moment={createdAt} />,
  },
  {
    id: 'status',
    head: 'Opt-outs',
    sort: 'status',
    text: (customer) => optOutsOf(customer).join(', '),
    cell: (customer) => (
      <span class="row">
        {optOutsOf(customer).map((words) => (
          <Badge key={words} tone="warn">
            {words}
          </Badge>
        ))}
      </span>
    ),
  },
]

const optOutsOf = ({ emailOptOut, smsOptOut }: Customer): string[] => [
  ...(emailOptOut ? ['No marketing emails'] : []),
  ...(smsOptOut ? ['No texts'] : []),
]

const Since = ({ moment }: { moment: string }) => (
  <span class="nowrap">{formatDate(localTime(moment, settings.timeZone).date)}</span>
)
