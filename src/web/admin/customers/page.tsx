import '../shared/kit'
import { useEffect } from 'preact/hooks'
import { formatDated, formatPast, formatMoney } from '../../client/format'
import { useFollowing } from '../../client/clock'
import { useLoad } from '../../client/hooks'
import { Alert, Badge, Button, Skeleton } from '../../components'
import { openBooking, openJob, setAddress } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { Loaded } from '../shared/list'
import { CardOfCustomer } from '../shared/saved-card'
import { zoneMark } from '../shared/zone-mark'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { Addresses } from './addresses'
import { Contact } from './contact'
import { MoreMenu } from './more-menu'
import { Notes, useNotes } from './notes'
import { Parts, useParts } from './parts'
import type { CustomerSummary, PageProps } from './shared'
import { Tags } from './tags'
import { UnreachableAddress } from './unreachable'
import { useVisits } from './visits'

/** Everything about one customer on one page, with its own address. */
export default function CustomerPage({ id }: { id: string }) {
  const load = useLoad((signal) => api.admin.customers(id).summary.get({ signal }), [id])
  const shown = useParts(load.data?.customer.erasedAt != null)
  // Asked for along with the customer, because the slowest answer then decides and not their sum.
  const lists = { ...shown, notes: useNotes(id), visits: useVisits(id, shown.current === 'visits') }
  useJobsChanged(load.reload)
  useFollowing(load.refresh)
  const name = load.data?.customer.name
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
      <Loaded load={load} waiting={<Waiting />}>
        {(summary) => <Page summary={summary} onChange={load.reload} lists={lists} />}
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

interface Lists extends ReturnType<typeof useParts> {
  notes: ReturnType<typeof useNotes>
  visits: ReturnType<typeof useVisits>
}

function Page({ summary, onChange, lists }: PageProps & { lists: Lists }) {
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
              Book for this customer
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
          {customer.erasedAt === null && <Notes {...about} list={lists.notes} />}
          {customer.erasedAt === null && <Addresses {...about} />}
          {!isGone && <CardOfCustomer customerId={customer.id} />}
        </div>
        <Parts {...about} {...lists} />
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
  const directory = useDirectory()
  const { zoneOf } = directory
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
              {formatPast(nextVisit.at, zoneOf(nextVisit.franchiseId)) +
                zoneMark(directory, nextVisit.franchiseId)}
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
