import '../shared/kit'
import type { Job } from '../../../modules/jobs'
import { unbroken } from '../../../words/formats'
import { hasEnded } from '../../../lib/job-states'
import { useFollowing } from '../../client/clock'
import { download } from '../../client/download'
import { formatMoney, formatPast } from '../../client/format'
import { Button, Empty, Icon, JobBadge, RowLink, jobWords, useSelection } from '../../components'
import { openBooking, openJob } from '../address'
import { api, settings } from '../session'
import { StateBadge, TwoLines } from '../shared/facts'
import { ExportButton } from '../shared/export-button'
import { List, useList } from '../shared/list'
import { SavedListViews } from '../shared/list-saved'
import { exportRows, useListView, type ListColumn } from '../shared/list-view'
import { Nothing } from '../shared/nothing'
import {
  DateFilter,
  Filters,
  FranchiseFilter,
  optionsOf,
  SearchFilter,
  SelectFilter,
  useFilters,
  TabPage,
} from '../shared/tab-page'
import { passedText, preferredText } from '../shared/preferred'
import { isOwed, paymentFilters, paymentShown, paymentWords } from '../shared/words'
import { spanOfDay } from '../shared/zone'
import { zoneMark } from '../shared/zone-mark'
import { technicianNames, useDirectory, type Directory } from '../shell/directory'
import { JobBulk } from './bulk'
import { useMe } from '../shell/me'
import { useJobsChanged } from './changes'

export default function JobsTab() {
  const directory = useDirectory()
  const { may } = useMe()
  const filters = useFilters(
    'q',
    'status',
    'paymentState',
    'franchiseId',
    'workerId',
    'customerId',
    'from',
    'to',
    'sort',
    'order',
  )
  const view = useListView('jobs', columnsFor(directory), usualOrder(filters))
  const query = { ...filters, ...spanOf(filters), ...view.sorted }
  const list = useList(api.admin.jobs, query)
  const selection = useSelection()
  const rows = list.items.filter(({ id }) => selection.chosen.has(id))
  useJobsChanged(list.reload)
  useFollowing(list.refresh)
  return (
    <TabPage
      title="Jobs"
      actions={
        <span class="row">
          <SavedListViews list="jobs" filters={filters} columns={view.shown} />
          {view.chooser}
          <ExportButton onExport={() => download(api.admin.jobs, 'jobs.csv', { ...query, format: 'csv' })} />
        </span>
      }
    >
      <Filters folds>
        <SearchFilter label="Name, email, phone, address or reference" />
        <SelectFilter label="Status" name="status" options={optionsOf('Any status', jobWords)} />
        <SelectFilter
          label="Payment"
          name="paymentState"
          options={optionsOf('Any payment', paymentFilters)}
        />
        <FranchiseFilter />
        <SelectFilter
          label="Technician"
          name="workerId"
          options={[
            { value: '', label: 'All technicians' },
            ...directory.workers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <DateFilter label="Visit from" name="from" />
        <DateFilter label="Visit to" name="to" />
      </Filters>
      <List
        list={list}
        caption="Jobs"
        columns={view.columns}
        sorting={view.sorting}
        selection={{ ...selection, nameOf: ({ customerName }) => customerName }}
        keyOf={({ id }) => id}
        onOpen={({ id }) => openJob(id)}
        empty={
          <Nothing filters={filters} what="jobs" hint="Try a shorter search or remove a filter.">
            <Empty
              title="No jobs yet"
              icon={<Icon name="clipboard-list" />}
              action={may('jobs.write') && <Button onClick={() => openBooking()}>Book a job</Button>}
            >
              Book the first one here, or share your <a href="/book">booking page</a> with customers.
            </Empty>
          </Nothing>
        }
      />
      <JobBulk
        rows={rows}
        onClear={selection.clear}
        onExport={() => exportRows('jobs', view.columns, rows)}
      />
    </TabPage>
  )
}

const newest = { by: 'booked', down: true, words: 'Most recently added first' }
/** Between two days, the service sorts by visit. */
const usualOrder = ({ from, to }: Record<'from' | 'to', string>) =>
  from === '' && to === '' ? newest : { by: 'visit', down: false }

/** Whole days in the company's time zone. */
const spanOf = ({ from, to }: Record<'from' | 'to', string>) => ({
  from: from && spanOfDay(from, settings.timeZone).from,
  to: to && spanOfDay(to, settings.timeZone).to,
})

const visitText = ({ scheduledStart, franchiseId }: Job, directory: Directory): string =>
  scheduledStart === null
    ? ''
    : formatPast(scheduledStart, directory.zoneOf(franchiseId)) + zoneMark(directory, franchiseId)

/** The customer's preferred day, and whether it went by without a visit. */
function Preferred({ job, zone }: { job: Job; zone: string }) {
  if (!job.preferredDate) return <span class="soft">Not scheduled yet</span>
  const passed = hasEnded(job.status) ? null : passedText(job.preferredDate, zone)
  return (
    <TwoLines
      first={<span class="soft">{preferredText(job.preferredDate, zone)}</span>}
      second={passed && <span class="bad-text">{passed}</span>}
    />
  )
}

const columnsFor = (directory: Directory): ListColumn<Job>[] => [
  {
    id: 'customer',
    head: 'Customer',
    sort: 'customer',
    always: true,
    text: ({ customerName }) => customerName,
    cell: (job) => (
      <TwoLines
        first={<RowLink>{job.customerName}</RowLink>}
        second={
          <>
            {job.type} · <span class="nowrap">{job.reference}</span>
          </>
        }
      />
    ),
  },
  {
    id: 'reference',
    head: 'Reference',
    sort: 'reference',
    extra: true,
    text: ({ reference }) => reference,
    cell: ({ reference }) => <code>{reference}</code>,
  },
  {
    id: 'service',
    head: 'Service',
    sort: 'service',
    extra: true,
    text: ({ type }) => type,
    cell: ({ type }) => type,
  },
  {
    id: 'address',
    head: 'Address',
    sort: 'address',
    text: ({ address }) => address,
    cell: (job) => <TwoLines first={job.address} second={directory.franchiseName(job.franchiseId)} />,
  },
  {
    id: 'franchise',
    head: 'Franchise',
    sort: 'franchise',
    extra: true,
    text: ({ franchiseId }) => directory.franchiseName(franchiseId),
    cell: ({ franchiseId }) => directory.franchiseName(franchiseId),
  },
  {
    id: 'visit',
    head: 'Visit',
    sort: 'visit',
    text: (job) => visitText(job, directory).replaceAll('\u00A0', ' '),
    cell: (job) =>
      job.scheduledStart === null ? (
        <Preferred job={job} zone={directory.zoneOf(job.franchiseId)} />
      ) : (
        <TwoLines
          first={<span class="nowrap">{unbroken(visitText(job, directory))}</span>}
          second={technicianNames(job, directory) || 'Unassigned'}
        />
      ),
  },
  {
    id: 'worker',
    head: 'Technician',
    sort: 'technician',
    extra: true,
    text: (job) => technicianNames(job, directory),
    cell: (job) => technicianNames(job, directory) || <span class="soft">Unassigned</span>,
  },
  {
    id: 'status',
    head: 'Status',
    sort: 'status',
    text: ({ status }) => jobWords[status] ?? status,
    cell: ({ status }) => <JobBadge status={status} />,
  },
  {
    id: 'payment',
    head: 'Payment',
    sort: 'payment',
    text: (job) => (isOwed(job) ? (paymentWords[paymentShown(job)] ?? paymentShown(job)) : ''),
    cell: (job) => isOwed(job) && <StateBadge state={paymentShown(job)} words={paymentWords} />,
  },
  {
    id: 'booked',
    head: 'Booked',
    sort: 'booked',
    down: true,
    extra: true,
    text: ({ createdAt }) => formatPast(createdAt, settings.timeZone),
    cell: ({ createdAt }) => <span class="nowrap">{formatPast(createdAt, settings.timeZone)}</span>,
  },
  {
    id: 'total',
    head: 'Total',
    sort: 'total',
    down: true,
    end: true,
    text: ({ total }) => total,
    cell: ({ total }) => formatMoney(total),
  },
]
