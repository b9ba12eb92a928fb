import type { Job } from '../../../modules/jobs'
import { formatDated, formatMoney, formatTime } from '../../client/format'
import type { Page } from '../../client/api'
import { usePages } from '../../client/hooks'
import { JobBadge, RowLink } from '../../components'
import { openJob } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { Section, TwoLines } from '../shared/facts'
import { List } from '../shared/list'
import { preferredText } from '../shared/preferred'
import { zoneMark } from '../shared/zone-mark'
import { useDirectory, type Directory } from '../shell/directory'

const nothing: Page<Job> = { items: [], nextCursor: null }

/** Both lists of a customer's visits, asked for along with the customer unless another part of the page is shown. */
export function useVisits(customerId: string, isShown: boolean) {
  const load = (when: 'upcoming' | 'past') => (cursor: string | null, signal: AbortSignal) =>
    isShown
      ? api.admin.customers(customerId).visits.get({ query: { when, limit: '10', cursor }, signal })
      : Promise.resolve(nothing)
  const upcoming = usePages(load('upcoming'), [customerId, isShown])
  const past = usePages(load('past'), [customerId, isShown])
  useJobsChanged(upcoming.reload)
  useJobsChanged(past.reload)
  return { upcoming, past }
}

/** Open jobs with the next visit first, then the ended ones. */
export const Visits = ({ upcoming, past }: ReturnType<typeof useVisits>) => (
  <>
    <VisitList list={upcoming} title="Upcoming visits" empty="Nothing booked." />
    <VisitList list={past} title="Past visits" empty="No past visits yet." />
  </>
)

interface VisitListProps {
  list: ReturnType<typeof usePages<Job>>
  title: string
  empty: string
}

/** With the year, because visits go back that far. */
function formatVisit(iso: string, directory: Directory, franchiseId: string | null): string {
  const zone = directory.zoneOf(franchiseId)
  return `${formatDated(iso, zone)}, ${formatTime(iso, zone)}${zoneMark(directory, franchiseId)}`
}

/** The completed visits that make up the balance due. */
function dueText({ status, total, balance }: Job): string {
  if (status !== 'completed' || balance === 0) return ''
  return balance < total ? `${formatMoney(balance)} due` : 'Unpaid'
}

function VisitList({ list, title, empty }: VisitListProps) {
  const directory = useDirectory()
  const { zoneOf, workerName } = directory
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
                  first={<RowLink>{formatVisit(scheduledStart, directory, franchiseId)}</RowLink>}
                  second={workerName(workerId) || 'Unassigned'}
                />
              ) : (
                <TwoLines
                  first={<RowLink>Not scheduled yet</RowLink>}
                  second={preferredDate && preferredText(preferredDate, zoneOf(franchiseId))}
                />
              ),
          },
          {
            head: 'Service',
            cell: ({ type, address }) => <TwoLines first={type} second={address} />,
          },
          { head: 'Status', cell: ({ status }) => <JobBadge status={status} /> },
          {
            head: 'Total',
            end: true,
            cell: (job) => <TwoLines first={formatMoney(job.total)} second={dueText(job)} />,
          },
        ]}
      />
    </Section>
  )
}
