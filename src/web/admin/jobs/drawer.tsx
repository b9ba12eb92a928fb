import '../shared/kit'
import { useEffect, useState } from 'preact/hooks'
import type { JobDetail, Job } from '../../../modules/jobs'
import {
  formatClockRange,
  formatMoment,
  formatMoney,
  formatPast,
  formatPercent,
  formatSomeDate,
  formatTime,
  formatTimeZone,
} from '../../client/format'
import type { Loaded as Load } from '../../client/hooks'
import { Drawer, JobBadge, Skeleton } from '../../components'
import { goTo, openJob, useAddress } from '../address'
import { minutesAt } from '../dispatch/hours'
import { JobFiles, useJobFiles } from '../files/job-files'
import { api } from '../session'
import { whenShown } from '../shared/above'
import { Facts, MailLink, PhoneLink, Section, StateBadge } from '../shared/facts'
import { Loaded, useItem } from '../shared/list'
import { Stars } from '../shared/stars'
import { preferredTimeText, toldWindowText } from '../shared/wanted-time'
import { isOwed, paymentShown, paymentWords } from '../shared/words'
import { localTime } from '../shared/zone'
import { technicianNames, useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { JobActions } from './actions'
import { jobsChanged } from './changes'
import { hasLowPrice, isUnconfirmed } from './decision-forms'
import { JobInvoices, useJobInvoices } from './invoices'
import { ChainedLink } from './order-form'
import { isToGive, JobPayments, useJobPayments } from './payments'
import { JobRecordSection, useJobRecord } from './record'
import { JobNotes, Timeline } from './timeline'

/** Shows one job above the open tab, which may wait for it. Its id is in the address. */
export default function JobDrawer({ onShown }: { onShown: () => void }) {
  const id = useAddress().get('job')
  const load = useItem(api.admin.jobs, id)
  useEffect(() => whenShown(onShown), [])
  const job = load.data?.job
  return (
    <Drawer
      title={job ? `${job.customerName} · ${job.type}` : 'Job'}
      open={id !== ''}
      onClose={() => openJob(null)}
    >
      <OpenJob key={id} id={id} load={load} />
    </Drawer>
  )
}

interface OpenJobProps {
  id: string
  load: Load<JobDetail>
}

/** Asks for all parts of the job at once, because the slowest answer then decides and not their sum. */
function OpenJob({ id, load }: OpenJobProps) {
  const [version, setVersion] = useState(0)
  const parts = {
    payments: useJobPayments(id, version),
    invoices: useJobInvoices(id, version),
    files: useJobFiles(id),
    record: useJobRecord(id, version),
  }
  const changed = () => {
    load.reload()
    setVersion(version + 1)
    jobsChanged()
  }
  return (
    <Loaded load={load} waiting={<Skeleton shape="facts" lines={12} />}>
      {(detail) => <Details detail={detail} {...parts} onChange={changed} onStale={load.reload} />}
    </Loaded>
  )
}

interface DetailsProps {
  detail: JobDetail
  payments: ReturnType<typeof useJobPayments>
  invoices: ReturnType<typeof useJobInvoices>
  files: ReturnType<typeof useJobFiles>
  record: ReturnType<typeof useJobRecord>
  onChange: () => void
  onStale: () => void
}

function Details({ detail, payments, invoices, files, record, onChange, onStale }: DetailsProps) {
  const { job, claimed, timeline, jobNotes, rating, visitConfirmedAt } = detail
  const { zoneOf, ownZone } = useDirectory()
  const zone = zoneOf(job.franchiseId)
  return (
    <div>
      <Section title="Visit">
        <div class="row">
          <JobBadge status={job.status} />
          {payments.data?.refunds.some(isToGive) ? (
            <StateBadge state="pending" words={{ pending: 'To refund' }} />
          ) : (
            isOwed(job) && <StateBadge state={paymentShown(job)} words={paymentWords} />
          )}
          {job.held && <StateBadge state="paused" words={{ paused: 'On hold' }} />}
          {hasLowPrice(job) && <StateBadge state="paused" words={{ paused: 'Price below catalog' }} />}
          {isUnconfirmed(job) && <StateBadge state="pending" words={{ pending: 'Not confirmed' }} />}
          {visitConfirmedAt !== null && job.status === 'scheduled' && (
            <StateBadge state="active" words={{ active: 'Confirmed by customer' }} />
          )}
          {job.locked && <StateBadge state="locked" />}
        </div>
        {zone !== ownZone && <p class="soft small">Times are in {formatTimeZone(zone)}.</p>}
        <JobFacts job={job} claimed={claimed} />
        <JobActions job={job} claimed={claimed} onChange={onChange} onStale={onStale} />
      </Section>
      {rating && (
        <Section title="Rating">
          <p>
            <Stars stars={rating.stars} /> <span class="soft small">{formatPast(rating.at, zone)}</span>
          </p>
          {rating.comment && <p class="preserved">{rating.comment}</p>}
        </Section>
      )}
      <Section title="Price">
        <PriceFacts job={job} />
      </Section>
      <JobPayments job={job} load={payments} onChange={onChange} />
      <JobInvoices job={job} money={payments.data} load={invoices} />
      <JobRecordSection job={job} load={record} zone={zone} />
      <JobFiles job={job} list={files} />
      <JobNotes jobId={job.id} notes={jobNotes} zone={zone} onChange={onChange} />
      <Section title="Activity">
        <Timeline events={timeline} zone={zone} />
      </Section>
    </div>
  )
}

function JobFacts({ job, claimed }: { job: Job; claimed: boolean }) {
  const { franchiseId } = useMe()
  const directory = useDirectory()
  const zone = directory.zoneOf(job.franchiseId)
  const { customerId } = job
  return (
    <Facts
      facts={[
        ['When', whenText(job, zone)],
        ['Preferred time', preferredTimeText(job)],
        ['Customer was told', toldWindowText(job, zone)],
        ['Technician', technicianNames(job, directory)],
        ['Technicians needed', job.technicians === 2 && !job.secondWorkerId ? 'Two at once' : ''],
        ['Comes after', job.after && <ChainedLink other={job.after} zone={zone} />],
        [
          'Comes before',
          job.followers?.length
            ? job.followers.map((other) => (
                <div key={other.jobId}>
                  <ChainedLink other={other} zone={zone} />
                </div>
              ))
            : '',
        ],
        ['Franchise', directory.franchiseName(job.franchiseId)],
        ['Address', job.address],
        ['Map location', placeText(job)],
        [
          'Customer',
          customerId === null || (claimed && franchiseId !== null) ? (
            job.customerName
          ) : (
            <button type="button" class="link-button" onClick={() => goTo('customers', { id: customerId })}>
              {job.customerName}
            </button>
          ),
        ],
        ['Email', job.customerEmail && <MailLink email={job.customerEmail} />],
        ['Phone', job.customerPhone && <PhoneLink phone={job.customerPhone} />],
        ['Extras', job.addOns.join(', ')],
        ['Gutter length', job.gutterLength && `${job.gutterLength} ft`],
        ['Stories', job.stories],
        ['Customer notes', job.notes],
        ['Reference', <code>{job.reference}</code>],
      ]}
    />
  )
}

/** `Fri, Mar 6, 8:00–9:21 AM`, with the year if it isn't this one: jobs are looked up for years. */
function whenText({ scheduledStart: start, scheduledEnd: end }: Job, zone: string): string {
  if (start === null) return ''
  const begins = localTime(start, zone)
  const date = formatSomeDate(begins.date)
  if (end === null) return `${date}, ${formatTime(start, zone)}`
  const ends = localTime(end, zone)
  if (begins.date !== ends.date) return `${date}, ${formatTime(start, zone)} – ${formatMoment(end, zone)}`
  return `${date}, ${formatClockRange(minutesAt(begins.time), minutesAt(ends.time))}`
}

/** Where the address was found, if that isn't plain from the address. */
function placeText({ placeState, placeLabel, address }: Job): string {
  if (placeState === 'unknown') return 'Not found on the map'
  return placeLabel === null || address.includes(placeLabel) ? '' : placeLabel
}

function PriceFacts({ job }: { job: Job }) {
  return (
    <Facts
      facts={[
        ['Price', formatMoney(job.price)],
        ['Catalog price', hasLowPrice(job) ? formatMoney(job.catalogPrice ?? 0) : ''],
        ['Discount', job.discount > 0 ? `−${formatMoney(job.discount)}` : ''],
        ['Promo code', job.promoCode],
        ['Referral credit', job.referralCredit > 0 ? `−${formatMoney(job.referralCredit)}` : ''],
        ['Tax', job.tax > 0 ? `${formatMoney(job.tax)} (${formatPercent(job.taxPercent)})` : ''],
        ['Total', formatMoney(job.total)],
        ['Balance due', job.balance > 0 ? <strong>{formatMoney(job.balance)}</strong> : ''],
      ]}
    />
  )
}
