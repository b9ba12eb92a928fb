import { howOften } from '../../../words/how-often'
import { formatMoney } from '../../client/format'
import { Empty, RowLink } from '../../components'
import { goTo, linkTo } from '../address'
import { api } from '../session'
import { StateBadge } from '../shared/facts'
import { List, useList } from '../shared/list'

/** The customer's maintenance plans. */
export function Plans({ customerId }: { customerId: string }) {
  const list = useList(api.admin.plans, { customerId, limit: '20' })
  return (
    <List
      list={list}
      caption="Maintenance plans"
      keyOf={({ id }) => id}
      onOpen={({ id }) => goTo('recurring', { part: 'plans', id })}
      empty={
        <Empty title="No plans">
          Customers can ask for a plan on their page. You can set up recurring visits yourself under{' '}
          <a href={linkTo('recurring')}>Recurring</a>.
        </Empty>
      }
      columns={[
        { head: 'Service', cell: ({ serviceType }) => <RowLink>{serviceType}</RowLink> },
        {
          head: 'How often',
          cell: (plan) => howOften('en', plan),
        },
        { head: 'Address', cell: ({ address }) => address },
        { head: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
        { head: 'Price', end: true, cell: ({ price }) => (price === null ? '' : formatMoney(price)) },
      ]}
    />
  )
}
