import { useState } from 'preact/hooks'
import { isUnpaid } from '../../../lib/job-states'
import type { JobDetail, Job } from '../../../modules/jobs'
import { formatDate, formatMoment, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Drawer, JobBadge } from '../../components'
import { goTo, openJob, useAddress } from '../address'
import { api, settings } from '../session'
import { Facts, Section, StateBadge } from '../shared/facts'
import { Loaded, useItem } from '../shared/list'
import { paymentWords } from '../shared/words'
import { useDirectory } from '../shell/directory'
import { JobActions } from './actions'
import { jobsChanged } from './changes'
import { hasLowPrice, isUnconfirmed } from './decision-forms'
import { JobInvoices } from './invoices'
import { JobNotes, Timeline } from './timeline'

/** One job, above whatever tab is open; its id is in the address. */
export default function JobDrawer() {
  const id = useAddress().get('job')
  const load = useItem(api.admin.jobs, id)
  const [round, setRound] = useState(0)
  const changed = () => {
    load.reload()
    setRound(round + 1)
    jobsChanged()
  }
  const job = load.data?.job
  return (
    <Drawer
      title={job ? `${job.customerName} · ${job.type}` : 'Job'}
      open={id !== ''}
      onClose={() => openJob(null)}
    >
      <Loaded load={load} lines={8}>
        {(detail) => (
          <Details key={id} detail={detail} round={round} onChange={changed} onStale={load.reload} />
        )}
      </Loaded>
    </Drawer>
  )
}

interface DetailsProps {
  detail: JobDetail
  round: number
  onChange: () => void
  onStale: () => void
}

function Details({ detail, round, onChange, onStale }: DetailsProps) {
  const { job, timeline, jobNotes } = detail
  const zone = useDirectory().zoneOf(job.franchiseId)
  return (
    <div>
      <Section title="Visit">
        <div class="row">
          <JobBadge status={job.status} />
          <StateBadge state={job.paymentState} words={paymentWords} />
          {job.held && <StateBadge state="paused" words={{ paused: 'Held back' }} />}
          {hasLowPrice(job) && <StateBadge state="paused" words={{ paused: 'Price below catalog' }} />}
          {isUnconfirmed(job) && <StateBadge state="pending" words={{ pending: 'Not confirmed' }} />}
          {job.locked && <StateBadge state="locked" />}
        </div>
        {zone !== settings.timeZone && <p class="soft small">All times here are those of {zone}.</p>}
        <JobFacts job={job} />
        <JobActions job={job} onChange={onChange} onStale={onStale} />
      </Section>
      <Section title="Price">
        <PriceFacts job={job} round={round} />
      </Section>
      <JobInvoices job={job} round={round} />
      <JobNotes jobId={job.id} notes={jobNotes} zone={zone} onChange={onChange} />
      <Section title="What happened">
        <Timeline events={timeline} zone={zone} />
      </Section>
    </div>
  )
}

function JobFacts({ job }: { job: Job }) {
  const directory = useDirectory()
  const zone = directory.zoneOf(job.franchiseId)
  const { customerId } = job
  return (
    <Facts
      facts={[
        ['When', job.scheduledStart && formatMoment(job.scheduledStart, zone)],
        ['Until', job.scheduledEnd && formatMoment(job.scheduledEnd, zone)],
        [
          'Wanted',
          [job.preferredDate && formatDate(job.preferredDate), job.preferredTime].filter(Boolean).join(', '),
        ],
        ['Worker', directory.workerName(job.workerId)],
        ['Franchise', directory.franchiseName(job.franchiseId)],
        ['Address', job.address],
        ['Place', job.placeState === 'unknown' ? 'Not found on the map' : (job.placeLabel ?? '')],
        [
          'Customer',
          customerId === null ? (
            job.customerName
          ) : (
            <button type="button" class="link-button" onClick={() => goTo('customers', { id: customerId })}>
              {job.customerName}
            </button>
          ),
        ],
        ['E-mail', job.customerEmail],
        ['Phone', job.customerPhone],
        ['Extras', job.addOns.join(', ')],
        ['Gutters', job.gutterLength && `${job.gutterLength} ft`],
        ['Stories', job.stories],
        ['Wishes', job.notes],
        ['Reference', <code>{job.reference}</code>],
      ]}
    />
  )
}

/** `round` grows with every change, so that a refund shows at once. */
function PriceFacts({ job, round }: { job: Job; round: number }) {
  const load = useLoad(
    (signal) => (wasPaid(job) ? api.admin.jobs(job.id).refund.get({ signal }) : Promise.resolve(null)),
    [job.id, job.paymentState, round],
  )
  const { captured = 0, refunded = 0, refunds = [] } = load.data ?? {}
  const reasons = refunds.filter(({ state }) => state !== 'refused').flatMap(({ reason }) => reason ?? [])
  return (
    <Facts
      facts={[
        ['Price', formatMoney(job.price)],
        ['Catalog price', hasLowPrice(job) ? formatMoney(job.catalogPrice ?? 0) : ''],
        ['Discount', job.discount > 0 ? `−${formatMoney(job.discount)}` : ''],
        ['Promo code', job.promoCode],
        ['Credit', job.referralCredit > 0 ? `−${formatMoney(job.referralCredit)}` : ''],
        ['Tax', job.tax > 0 ? `${formatMoney(job.tax)} (${job.taxPercent}%)` : ''],
        ['Total', formatMoney(job.total)],
        ['Paid', captured > 0 ? formatMoney(captured) : ''],
        ['Refunded', refunded > 0 ? [formatMoney(refunded), ...reasons].join(' · ') : ''],
      ]}
    />
  )
}

const wasPaid = (job: Job) => !isUnpaid(job)
