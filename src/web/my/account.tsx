import { useMemo, useState } from 'preact/hooks'
import type { Account as AccountData, AccountInvoice } from '../../modules/accounts'
import { firstName } from '../../words/formats'
import { createApi } from '../client/api'
import { useHeadingFocus } from '../client/focus'
import { useLoad } from '../client/hooks'
import { explained } from '../client/language'
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
import { SavedCard } from './card'
import { Jobs } from './jobs'
import { Plans } from './plans'
import type { Proof } from './sign-in'
import { useStoredLanguage } from './stored-language'
import { controls, formats, language, money, words } from './words'

const tabs = (['jobs', 'invoices', 'plans', 'card'] as const).map((name) => ({
  name,
  label: words.tabs[name],
}))
type Tab = (typeof tabs)[number]['name']

/** A link may lead to a tab: `/my?tab=plans`. */
function askedTab(): Tab {
  const asked = new URLSearchParams(location.search).get('tab')
  return tabs.find(({ name }) => name === asked)?.name ?? 'jobs'
}

interface AccountProps {
  proof: Proof
  /** True if the page replaced another one in place, so its heading gets the focus. */
  focus: boolean
  onLeave: (why: string | null) => void
}

export function Account({ proof, focus, onLeave }: AccountProps) {
  const [tab, setTab] = useState(askedTab)
  const heading = useHeadingFocus(focus)
  const api = useMemo(
    () => createApi({ token: () => proof.token, language, onUnauthorised: () => onLeave(words.signedOut) }),
    [proof.token],
  )
  const { data, problem, reload } = useLoad((signal) => explained(() => api.account.get({ signal })), [api])
  const isLeaving = useStoredLanguage(api, data)
  const account = isLeaving ? null : data
  return (
    <div class="stack-loose">
      <header class="row-apart">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {account?.name ? words.greeting(firstName(account.name)) : words.title}
          </h1>
          <p class="soft small">{proof.email}</p>
        </div>
        <Button size="small" onClick={() => onLeave(null)}>
          {words.signOut}
        </Button>
      </header>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {!account && !problem && <Skeleton block lines={2} label={controls.loading} />}
      {account && (
        <div class="stack my-panel">
          <Tabs label={words.account} items={tabs} current={tab} onChoose={setTab} panel="account" />
          <TabPanel id="account" current={tab}>
            {tab === 'jobs' && <Jobs api={api} account={account} onChange={reload} />}
            {tab === 'invoices' && <Invoices invoices={account.invoices} jobs={account.jobs} />}
            {tab === 'plans' && <Plans api={api} account={account} onChange={reload} />}
            {tab === 'card' && <SavedCard api={api} card={account.card} onChange={reload} />}
          </TabPanel>
        </div>
      )}
    </div>
  )
}

const text = words.invoices

const columnsFor = (services: ReadonlyMap<string, string>): Column<AccountInvoice>[] => [
  {
    head: text.number,
    cell: ({ number, jobId }) => (
      <div>
        <div class="strong nowrap">{number}</div>
        {services.has(jobId) && <div class="small soft">{services.get(jobId)}</div>}
      </div>
    ),
  },
  {
    head: text.date,
    cell: ({ issuedOn }) => <span class="nowrap">{issuedOn ? formats.dateOf(issuedOn) : '–'}</span>,
  },
  { head: text.status, cell: (invoice) => <InvoiceState invoice={invoice} /> },
  { head: text.total, end: true, cell: ({ total }) => money(total) },
  {
    head: text.actions,
    headHidden: true,
    end: true,
    cell: (invoice) => (
      <ButtonLink size="small" kind={isOpen(invoice) ? 'primary' : 'secondary'} href={invoice.url}>
        {isOpen(invoice) && paysOnline() ? text.viewAndPay : text.view}
      </ButtonLink>
    ),
  },
]

/** Each invoice says what it is for, as far as its booking is among those that came with it. */
function Invoices({ invoices, jobs }: Pick<AccountData, 'invoices' | 'jobs'>) {
  if (invoices.length === 0) return <Empty title={text.noneTitle}>{text.none}</Empty>
  const columns = columnsFor(new Map(jobs.map(({ id, type }) => [id, type])))
  return <Table caption={text.caption} columns={columns} rows={invoices} keyOf={({ id }) => id} />
}

const paysOnline = (): boolean => (pageSettings() as PortalSettings).paysOnline

const isOpen = ({ kind, status, paidAt, total }: AccountInvoice): boolean =>
  kind === 'invoice' && status === 'sent' && paidAt === null && total > 0

function InvoiceState({ invoice }: { invoice: AccountInvoice }) {
  if (invoice.kind !== 'invoice') return <Badge>{text.creditNote}</Badge>
  if (invoice.status === 'void') return <Badge>{text.void}</Badge>
  const { paidOn, dueOn } = invoice
  if (paidOn) return <Badge tone="good">{text.paid(dayBeside(invoice, paidOn))}</Badge>
  return <Badge tone="warn">{dueOn ? text.due(dayBeside(invoice, dueOn)) : text.open}</Badge>
}

/** The date of the invoice stands beside it, so the same year isn't said twice. */
function dayBeside({ issuedOn }: AccountInvoice, date: string): string {
  const isSameYear = issuedOn !== null && issuedOn.slice(0, 4) === date.slice(0, 4)
  return isSameYear ? formats.shortDayOf(date) : formats.dateOf(date)
}
