import type { Job } from '../../../modules/jobs/model'
import { useFollowing } from '../../client/follow'
import type { Query } from '../../client/api'
import { formatTime } from '../../client/format'
import { usePages, type Page } from '../../client/hooks'
import { Button, Empty, JobBadge, RowLink } from '../../components'
import { goTo, openJob } from '../address'
import { isVisit } from '../dispatch/lane-visits'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { settings } from '../settings'
import { useDirectory } from '../shell/directory'
import { List } from '../shared/list'
import { spanOfDay } from '../shared/zone'

/** The next page on which there is a visit: what is billed without one comes by the hundred on the first of a month. */
async function loadVisits(query: Query, signal: AbortSignal): Promise<Page<Job>> {
  const page = await api.get<Page<Job>>('/api/admin/jobs', query, signal)
  const items = page.items.filter(isVisit)
  if (items.length > 0 || page.nextCursor === null) return { ...page, items }
  return loadVisits({ ...query, cursor: page.nextCursor }, signal)
}

export function Visits({ date }: { date: string }) {
  const { zoneOf, workerName } = useDirectory()
  const list = usePages<Job>(
    (cursor, signal) => loadVisits({ ...spanOfDay(date, settings.timeZone), cursor }, signal),
    [date],
  )
  useJobsChanged(list.reload)
  useFollowing(list.refresh)
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>Today's visits</h2>
        <Button size="small" onClick={() => goTo('dispatch', { date })}>
          Open the board
        </Button>
      </div>
      <List
        list={list}
        caption="Today's visits"
        keyOf={({ id }) => id}
        onOpen={({ id }) => openJob(id)}
        columns={[
          {
            head: 'Time',
            cell: ({ scheduledStart, franchiseId }) => (
              <span class="nowrap num">
                {scheduledStart && formatTime(scheduledStart, zoneOf(franchiseId))}
              </span>
            ),
          },
          { head: 'Customer', cell: ({ customerName }) => <RowLink>{customerName}</RowLink> },
          { head: 'Service', cell: ({ type }) => type },
          {
            head: 'Worker',
            cell: ({ workerId }) => workerName(workerId) || <span class="soft">Nobody</span>,
          },
          { head: 'Status', cell: ({ status }) => <JobBadge status={status} /> },
        ]}
        empty={<Empty title="No visits today">Jobs that wait for a time are under Jobs and Dispatch.</Empty>}
      />
    </section>
  )
}
