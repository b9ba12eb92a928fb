import type { AccountInvoice } from '../../modules/accounts/model'
import { formatDate, formatMoney } from '../client/format'
import { Badge, ButtonLink, Empty, Table, type Column } from '../components'

const columns: Column<AccountInvoice>[] = [
  { head: 'Number', cell: ({ number }) => <span class="strong nowrap">{number}</span> },
  { head: 'Date', cell: ({ issuedOn }) => (issuedOn ? formatDate(issuedOn) : '–') },
  { head: 'State', cell: (invoice) => <InvoiceState invoice={invoice} /> },
  { head: 'Total', end: true, cell: ({ total }) => formatMoney(total) },
  {
    head: 'Open',
    end: true,
    cell: (invoice) => (
      <ButtonLink size="small" kind={isOpen(invoice) ? 'primary' : 'secondary'} href={invoice.url}>
        {isOpen(invoice) ? 'See and pay' : 'See'}
      </ButtonLink>
    ),
  },
]

export function Invoices({ invoices }: { invoices: AccountInvoice[] }) {
  if (invoices.length === 0)
    return <Empty title="No invoices yet">They show up here as soon as we have sent them.</Empty>
  return <Table caption="Your invoices" columns={columns} rows={invoices} keyOf={({ id }) => id} />
}

const isOpen = ({ kind, status, paidAt, total }: AccountInvoice): boolean =>
  kind === 'invoice' && status === 'sent' && paidAt === null && total > 0

function InvoiceState({ invoice }: { invoice: AccountInvoice }) {
  if (invoice.kind !== 'invoice') return <Badge>Credit note</Badge>
  if (invoice.status === 'void') return <Badge>Void</Badge>
  if (invoice.paidAt) return <Badge tone="good">Paid</Badge>
  return <Badge tone="warn">{invoice.dueOn ? `Due ${formatDate(invoice.dueOn)}` : 'Open'}</Badge>
}
