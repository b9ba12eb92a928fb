import type { MoneyItem as Item } from '../../../modules/accounts'
import { formatDated, formatMoney } from '../../client/format'
import { Badge, Empty, RowLink, type Tone } from '../../components'
import { goTo, openJob } from '../address'
import { api, settings } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { today } from '../shared/zone'

/** Invoices, payments and refunds by time, in one list. */
export function Money({ customerId }: { customerId: string }) {
  const list = useList(api.admin.customers(customerId).money, { limit: '20' })
  return (
    <List
      list={list}
      caption="Invoices and payments"
      keyOf={({ kind, id }) => `${kind}:${id}`}
      onOpen={(item) => (isDocument(item) ? goTo('invoices', { id: item.id }) : openJob(item.jobId))}
      empty={
        <Empty title="No invoices or payments yet">
          This customer's invoices, payments and refunds show up here. A job counts toward the balance due
          even before it has an invoice.
        </Empty>
      }
      columns={[
        {
          head: 'Item',
          cell: (item) => <TwoLines first={<RowLink>{nameOf(item)}</RowLink>} second={item.reference} />,
        },
        { head: 'Date', cell: ({ at }) => <span class="nowrap">{formatDated(at, settings.timeZone)}</span> },
        { head: 'Status', cell: (item) => <State item={item} /> },
        { head: 'Amount', end: true, cell: ({ amount }) => formatMoney(amount) },
      ]}
    />
  )
}

const isDocument = ({ kind }: Item) => kind === 'invoice' || kind === 'credit_note'

const methods = {
  card: 'card',
  cash: 'cash',
  check: 'check',
  bank_transfer: 'bank transfer',
  other: 'other means',
}

function nameOf({ kind, number, status, paidAt, method, card }: Item): string {
  if (kind === 'invoice' && number === null)
    return status === 'draft' && paidAt === null ? 'Draft invoice' : 'Invoice'
  if (kind === 'invoice') return `Invoice ${number}`
  if (kind === 'credit_note') return number === null ? 'Draft credit note' : `Credit note ${number}`
  const way = method === null ? '' : ` by ${methods[method]}${card === null ? '' : ` ending in ${card}`}`
  return kind === 'payment' ? `Payment${way}` : `Refund${way}`
}

function State({ item }: { item: Item }) {
  const [words, tone] = stateOf(item)
  return <Badge tone={tone}>{words}</Badge>
}

function stateOf({ kind, status, paidAt, dueOn }: Item): [string, Tone] {
  if (kind === 'payment') return ['Received', 'good']
  if (kind === 'refund') return ['Refunded', 'plain']
  if (status === 'void') return ['Void', 'plain']
  // An invoice that was paid before it was sent has no number yet.
  if (status === 'draft') return paidAt === null ? ['Draft', 'plain'] : ['Paid, not sent', 'good']
  if (kind === 'credit_note') return ['Sent', 'plain']
  if (paidAt !== null) return ['Paid', 'good']
  if (dueOn !== null && dueOn < today(settings.timeZone)) return ['Overdue', 'bad']
  return ['Sent', 'info']
}
