import { formatDate, formatDated, formatTime, formatMoney } from '../../client/format'
import { JobBadge, RowLink } from '../../components'
import { openJob } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { Section, TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { useDirectory } from '../shell/directory'

/** Open jobs with the next visit first, then the ended ones. */
export const Visits = ({ customerId }: { customerId: string }) => (
  <>
    <VisitList customerId={customerId} when="upcoming" title="Upcoming visits" empty="Nothing booked." />
    <VisitList customerId={customerId} when="past" title="Past visits" empty="No past visits yet." />
  </>
)

interface VisitListProps {
  customerId: string
  when: 'upcoming' | 'past'
  title: string
  empty: string
}

/** With the year, because visits go back that far. */
const formatVisit = (iso: string, zone: string) => `${formatDated(iso, zone)}, ${formatTime(iso, zone)}`

function VisitList({ customerId, when, title, empty }: VisitListProps) {
  const { zoneOf, workerName } = useDirectory()
  const list = useList(api.admin.customers(customerId).visits, { when, limit: '10' })
  useJobsChanged(list.reload)
  return (
    <Section title={title}>
      <List
        list={list}
        caption={title}
        keyOf={({ id }) => id}
        onOpen={({ id }) => openJob(id)}
        empty={empty}
        columns={[
          {
            head: 'Visit',
            cell: ({ scheduledStart, preferredDate, franchiseId, workerId }) =>
              scheduledStart ? (
                <TwoLines
                  first={<RowLink>{formatVisit(scheduledStart, zoneOf(franchiseId))}</RowLink>}
                  second={workerName(workerId) || 'Unassigned'}
                />
              ) : (
                <TwoLines
                  first={<RowLink>Not scheduled yet</RowLink>}
                  second={preferredDate && `Prefers ${formatDate(preferredDate.slice(0, 10))}`}
                />
              ),
          },
          {
            head: 'Service',
            cell: ({ type, address }) => <TwoLines first={type} second={address} />,
          },
          { head: 'Status', cell: ({ status }) => <JobBadge status={status} /> },
          { head: 'Total', end: true, cell: ({ total }) => formatMoney(total) },
        ]}
      />
    </Section>
  )
}
