import type { Job } from '../../../modules/jobs/model'
import { formatTime } from '../../client/format'
import { Button, Empty, JobBadge, RowLink } from '../../components'
import { goTo, openJob } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { settings } from '../settings'
import { useDirectory } from '../shell/directory'
import { List, useList } from '../shared/list'
import { spanOfDay } from '../shared/zone'

export function Visits({ date }: { date: string }) {
  const { zoneOf, workerName } = useDirectory()
  const list = useList<Job>('/api/admin/jobs', spanOfDay(date, settings.timeZone))
  useJobsChanged(list.reload)
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
