import type { Job } from '../../../modules/jobs'
import { useFollowing } from '../../client/clock'
import { download } from '../../client/download'
import { formatDate, formatMoment, formatMoney } from '../../client/format'
import { Button, Empty, JobBadge, RowLink, jobWords, type Column } from '../../components'
import { openBooking, openJob } from '../address'
import { api } from '../session'
import { StateBadge, TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import {
  Filters,
  FranchiseFilter,
  optionsOf,
  SearchFilter,
  SelectFilter,
  useFilters,
  TabPage,
} from '../shared/tab-page'
import { paymentFilters, paymentShown, paymentWords } from '../shared/words'
import { useDirectory, type Directory } from '../shell/directory'
import { useJobsChanged } from './changes'

export default function JobsTab() {
  const directory = useDirectory()
  const query = useFilters('q', 'status', 'paymentState', 'franchiseId', 'workerId', 'customerId')
  const list = useList(api.admin.jobs, query)
  useJobsChanged(list.reload)
  useFollowing(list.refresh)
  return (
    <TabPage
      title="Jobs"
      actions={
        <>
          <Button onClick={() => void download(api.admin.jobs, 'jobs.csv', { ...query, format: 'csv' })}>
            Export CSV
          </Button>
          <Button kind="primary" onClick={() => openBooking()}>
            Book a job
          </Button>
        </>
      }
    >
      <Filters>
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
      </Filters>
      <List
        list={list}
        caption="Jobs"
        columns={columnsFor(directory)}
        keyOf={({ id }) => id}
        onOpen={({ id }) => openJob(id)}
        empty={Object.values(query).every((filter) => filter === '') ? <NoneYet /> : <NoMatch />}
      />
    </TabPage>
  )
}

const NoneYet = () => (
  <Empty title="No jobs yet">
    Book the first one here, or share your <a href="/book">booking page</a> with customers.
  </Empty>
)

const NoMatch = () => <Empty title="No matching jobs">Try a shorter search or remove a filter.</Empty>

const columnsFor = ({ zoneOf, workerName, franchiseName }: Directory): Column<Job>[] => [
  {
    head: 'Customer',
    cell: (job) => (
      <TwoLines first={<RowLink>{job.customerName}</RowLink>} second={`${job.type} · ${job.reference}`} />
    ),
  },
  {
    head: 'Address',
    cell: (job) => <TwoLines first={job.address} second={franchiseName(job.franchiseId)} />,
  },
  {
    head: 'Visit',
    cell: (job) =>
      job.scheduledStart === null ? (
        <span class="soft">
          {job.preferredDate ? `Prefers ${formatDate(job.preferredDate)}` : 'Not scheduled yet'}
        </span>
      ) : (
        <TwoLines
          first={<span class="nowrap">{formatMoment(job.scheduledStart, zoneOf(job.franchiseId))}</span>}
          second={workerName(job.workerId) || 'Unassigned'}
        />
      ),
  },
  { head: 'Status', cell: ({ status }) => <JobBadge status={status} /> },
  { head: 'Payment', cell: (job) => <StateBadge state={paymentShown(job)} words={paymentWords} /> },
  { head: 'Total', end: true, cell: ({ total }) => formatMoney(total) },
]
