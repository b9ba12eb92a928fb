import { useEffect } from 'preact/hooks'
import { formatDated, formatMoment, formatMoney } from '../../client/format'
import { useFollowing } from '../../client/clock'
import { useLoad } from '../../client/hooks'
import { Alert, Badge, Button, Skeleton, TabPanel, Tabs } from '../../components'
import { openBooking, openJob, setAddress, useAddress } from '../address'
import { CustomerFiles } from '../files/customer-files'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { Loaded } from '../shared/list'
import { CardOfCustomer } from '../shared/saved-card'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { CustomerActivity } from './activity'
import { Addresses } from './addresses'
import { Contact } from './contact'
import { Conversation } from './conversation'
import { Money } from './money'
import { MoreMenu } from './more-menu'
import { Notes } from './notes'
import { Plans } from './plans'
import type { CustomerSummary, PageProps } from './shared'
import { Tags } from './tags'
import { UnreachableAddress } from './unreachable'
import { Visits } from './visits'

/** Everything about one customer on one page, with its own address. */
export default function CustomerPage({ id }: { id: string }) {
  const load = useLoad((signal) => api.admin.customers(id).summary.get({ signal }), [id])
  const isOther = load.data !== null && load.data.customer.id !== id
  const shown = { ...load, data: isOther ? null : load.data }
  useJobsChanged(load.reload)
  useFollowing(load.refresh)
  const name = shown.data?.customer.name
  useEffect(() => window.scrollTo(0, 0), [id])
  useEffect(() => {
    const before = document.title
    if (name) document.title = `${name} · Truckroll`
    return () => void (document.title = before)
  }, [name])
  return (
    <div class="tab customer-page">
      <nav aria-label="Breadcrumb">
        <button
          type="button"
          class="link-button"
          onClick={() => setAddress({ id: null, part: null }, { step: true })}
        >
          ← All customers
        </button>
      </nav>
      <Loaded load={shown} waiting={<Waiting />}>
        {(summary) => <Page summary={summary} onChange={load.reload} />}
      </Loaded>
    </div>
  )
}

/** The name, the figures and both columns, before they are known. */
const Waiting = () => (
  <>
    <div class="tab-head customer-waiting">
      <Skeleton lines={1} />
    </div>
    <div class="customer-figures customer-waiting">
      <Skeleton lines={2} />
    </div>
    <div class="customer-columns">
      <div class="customer-side">
        <Skeleton shape="facts" lines={6} />
      </div>
      <div class="customer-main card">
        <Skeleton shape="rows" lines={6} />
      </div>
    </div>
  </>
)

function Page({ summary, onChange }: PageProps) {
  const { customer } = summary
  const { may } = useMe()
  const isGone = customer.erasedAt !== null || customer.mergedInto !== null
  const canChange = !isGone && may('customers.write')
  const about = { summary, onChange, canChange }
  return (
    <>
      <header class="tab-head">
        <div class="customer-name">
          <h1>{customer.name}</h1>
          {customer.erasedAt !== null && <Badge>Erased</Badge>}
          <Tags {...about} />
        </div>
        <div class="row">
          <MoreMenu summary={summary} onChange={onChange} isGone={isGone} />
          {!isGone && may('jobs.write') && (
            <Button kind="primary" onClick={() => openBooking(customer.id)}>
              Book
            </Button>
          )}
        </div>
      </header>
      {customer.mergedInto !== null && <MergedInto id={customer.mergedInto} />}
      {customer.unreachable.map((found) => (
        <UnreachableAddress key={found.channel} customerId={customer.id} found={found} onChange={onChange} />
      ))}
      <Figures {...summary} />
      <div class="customer-columns">
        <div class="customer-side">
          {customer.erasedAt === null && <Contact {...about} />}
          {customer.erasedAt === null && <Notes {...about} />}
          {customer.erasedAt === null && <Addresses {...about} />}
          {!isGone && <CardOfCustomer customerId={customer.id} />}
        </div>
        <Parts {...about} />
      </div>
    </>
  )
}

/** Links to the customer who now has the merged records. */
function MergedInto({ id }: { id: string }) {
  const load = useLoad((signal) => api.admin.customers(id).get({ signal }), [id])
  return (
    <Alert>
      <p>
        Merged into{' '}
        <button type="button" class="link-button" onClick={() => setAddress({ id }, { step: true })}>
          {load.data?.name ?? 'another customer'}
        </button>
        , who now has the jobs, plans and messages.
      </p>
    </Alert>
  )
}

function Figures({ balanceDue, lifetimeValue, firstVisit, nextVisit, jobs, rating }: CustomerSummary) {
  const { zoneOf } = useDirectory()
  return (
    <dl class="customer-figures">
      <div data-tone={balanceDue > 0 ? 'warn' : undefined}>
        <dt>Balance due</dt>
        <dd>{formatMoney(balanceDue)}</dd>
      </div>
      {lifetimeValue !== null && (
        <div>
          <dt>Lifetime value</dt>
          <dd>{formatMoney(lifetimeValue)}</dd>
        </div>
      )}
      {rating && (
        <div>
          <dt>{rating.count === 1 ? 'Rating' : `Average of ${rating.count} ratings`}</dt>
          <dd>
            <button type="button" class="link-button" onClick={() => openJob(rating.latest.jobId)}>
              {rating.average.toFixed(1)} ★
            </button>
          </dd>
        </div>
      )}
      <div>
        <dt>Next visit</dt>
        <dd>
          {nextVisit ? (
            <button type="button" class="link-button" onClick={() => openJob(nextVisit.jobId)}>
              {formatMoment(nextVisit.at, zoneOf(nextVisit.franchiseId))}
            </button>
          ) : (
            'None scheduled'
          )}
        </dd>
      </div>
      <div>
        <dt>First visit</dt>
        <dd>{firstVisit ? formatDated(firstVisit.at, zoneOf(firstVisit.franchiseId)) : 'Not yet'}</dd>
      </div>
      <div>
        <dt>Jobs</dt>
        <dd>{jobs}</dd>
      </div>
    </dl>
  )
}

/** The long lists, one at a time, so the page stays calm and loads only what is looked at. */
function Parts(about: PageProps & { canChange: boolean }) {
  const { may } = useMe()
  const asked = useAddress().get('part')
  const { id, erasedAt, mergedInto } = about.summary.customer
  const parts = [
    { name: 'visits', label: 'Visits', may: may('jobs.read') },
    { name: 'messages', label: 'Conversation', may: may('messages.read') && erasedAt === null },
    { name: 'money', label: 'Money', may: may('money.read') },
    { name: 'photos', label: 'Photos', may: may('jobs.read') && erasedAt === null },
    { name: 'plans', label: 'Plans', may: may('jobs.read') },
    { name: 'activity', label: 'Activity', may: may('audit.read') },
  ].filter((part) => part.may)
  const current = parts.find(({ name }) => name === asked)?.name ?? parts[0]?.name ?? 'visits'
  const items = parts.map(({ name, label }) => ({
    name,
    label: name === 'messages' && about.summary.replyTodoId !== null ? `${label} · 1 to answer` : label,
  }))
  return (
    <div class="customer-main card">
      <Tabs
        label="About this customer"
        items={items}
        current={current}
        onChoose={(part) => setAddress({ part })}
        panel="customer-part"
      />
      <TabPanel id="customer-part" current={current}>
        {current === 'visits' && <Visits customerId={id} />}
        {current === 'messages' && <Conversation {...about} />}
        {current === 'money' && <Money customerId={id} />}
        {current === 'photos' && <CustomerFiles customerId={id} canAdd={mergedInto === null} />}
        {current === 'plans' && <Plans customerId={id} />}
        {current === 'activity' && <CustomerActivity customerId={id} />}
      </TabPanel>
    </div>
  )
}
