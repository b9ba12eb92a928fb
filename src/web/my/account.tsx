import { useMemo, useState } from 'preact/hooks'
import type { AccountInvoice } from '../../modules/accounts'
import { createApi } from '../client/api'
import { useHeadingFocus } from '../client/focus'
import { formatDate, formatMoney } from '../client/format'
import { useLoad } from '../client/hooks'
import { pageSettings } from '../client/mount'
import {
  Alert,
  Button,
  Skeleton,
  TabPanel,
  Tabs,
  Badge,
  ButtonLink,
  Empty,
  Table,
  type Column,
} from '../components'
import type { PortalSettings } from '../page-routes'
import { Jobs } from './jobs'
import { Plans } from './plans'
import type { Proof } from './sign-in'

const tabs = [
  { name: 'jobs', label: 'Bookings' },
  { name: 'invoices', label: 'Invoices' },
  { name: 'plans', label: 'Maintenance plans' },
] as const
type Tab = (typeof tabs)[number]['name']

interface AccountProps {
  proof: Proof
  /** Whether the page changed under somebody's hands, who is to find the focus at its heading. */
  focus: boolean
  onLeave: (why: string | null) => void
}

export function Account({ proof, focus, onLeave }: AccountProps) {
  const [tab, setTab] = useState<Tab>('jobs')
  const heading = useHeadingFocus(focus)
  const api = useMemo(
    () =>
      createApi({
        token: () => proof.token,
        onUnauthorised: () =>
          onLeave('For your safety you were signed out after half an hour. Sign in again.'),
      }),
    [proof.token],
  )
  const { data, problem, reload } = useLoad((signal) => api.account.get({ signal }), [api])
  return (
    <div class="stack-loose">
      <header class="row-apart">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {data?.name ? `Hello, ${firstName(data.name)}` : 'My bookings'}
          </h1>
          <p class="soft small">{proof.email}</p>
        </div>
        <Button size="small" onClick={() => onLeave(null)}>
          Sign out
        </Button>
      </header>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {!data && !problem && <Skeleton block lines={2} />}
      {data && (
        <div class="stack my-panel">
          <Tabs label="Your account" items={[...tabs]} current={tab} onChoose={setTab} panel="account" />
          <TabPanel id="account" current={tab}>
            {tab === 'jobs' && <Jobs api={api} account={data} onChange={reload} />}
            {tab === 'invoices' && <Invoices invoices={data.invoices} />}
            {tab === 'plans' && <Plans api={api} account={data} onChange={reload} />}
          </TabPanel>
        </div>
      )}
    </div>
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

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
        {isOpen(invoice) && paysOnline() ? 'See and pay' : 'See'}
      </ButtonLink>
    ),
  },
]

function Invoices({ invoices }: { invoices: AccountInvoice[] }) {
  if (invoices.length === 0)
    return <Empty title="No invoices yet">They show up here as soon as we have sent them.</Empty>
  return <Table caption="Your invoices" columns={columns} rows={invoices} keyOf={({ id }) => id} />
}

const paysOnline = (): boolean => (pageSettings() as PortalSettings).paysOnline

const isOpen = ({ kind, status, paidAt, total }: AccountInvoice): boolean =>
  kind === 'invoice' && status === 'sent' && paidAt === null && total > 0

function InvoiceState({ invoice }: { invoice: AccountInvoice }) {
  if (invoice.kind !== 'invoice') return <Badge>Credit note</Badge>
  if (invoice.status === 'void') return <Badge>Void</Badge>
  if (invoice.paidAt) return <Badge tone="good">Paid</Badge>
  return <Badge tone="warn">{invoice.dueOn ? `Due ${formatDate(invoice.dueOn)}` : 'Open'}</Badge>
}
