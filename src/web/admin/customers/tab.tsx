import type { Customer } from '../../../modules/customers'
import { download } from '../../client/download'
import { formatDate, formatPhone } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Badge, Button, Empty, RowLink, Skeleton } from '../../components'
import { settings } from '../session'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { Lazy, List, useList } from '../shared/list'
import { Filters, SearchFilter, SelectFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { localTime } from '../shared/zone'

const loadPage = () => import('./page')

/** The list, or the page of the customer that the address names. */
export default function CustomersTab() {
  const { id } = useOpened()
  if (id === '') return <CustomerList />
  return (
    <Lazy load={loadPage} waiting={<Skeleton lines={8} />}>
      {({ default: CustomerPage }) => <CustomerPage key={id} id={id} />}
    </Lazy>
  )
}

function CustomerList() {
  const query = useFilters('q', 'tag')
  const list = useList(api.admin.customers, query)
  const { open } = useOpened()
  return (
    <TabPage
      title="Customers"
      actions={
        <Button
          onClick={() => void download(api.admin.customers, 'customers.csv', { ...query, format: 'csv' })}
        >
          Export CSV
        </Button>
      }
    >
      <Filters>
        <SearchFilter label="Name, email or phone" />
        <TagFilter />
      </Filters>
      <List
        list={list}
        caption="Customers"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          query.q === '' && query.tag === '' ? (
            <Empty title="No customers yet">
              Customers show up here with their first booking. Book one under Jobs, or share your{' '}
              <a href="/book">booking page</a>.
            </Empty>
          ) : (
            <Empty title="No matching customers">
              Try the first letters of the name or email, or the first digits of the phone number.
            </Empty>
          )
        }
        columns={[
          {
            head: 'Customer',
            cell: ({ name, email }) => <TwoLines first={<RowLink>{name}</RowLink>} second={email} />,
          },
          { head: 'Phone', cell: ({ phone }) => <span class="nowrap">{phone && formatPhone(phone)}</span> },
          { head: 'Customer since', cell: ({ createdAt }) => <Since moment={createdAt} /> },
          { head: 'Status', cell: (customer) => <Marks customer={customer} /> },
        ]}
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

const Since = ({ moment }: { moment: string }) => (
  <span class="nowrap">{formatDate(localTime(moment, settings.timeZone).date)}</span>
)

function Marks({ customer }: { customer: Customer }) {
  return (
    <span class="row">
      {customer.emailOptOut && <Badge tone="warn">No marketing emails</Badge>}
      {customer.smsOptOut && <Badge tone="warn">No texts</Badge>}
      {customer.mergedInto !== null && <Badge>Merged</Badge>}
      {customer.erasedAt !== null && <Badge>Erased</Badge>}
    </span>
  )
}
