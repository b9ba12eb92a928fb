import { formatMoment, formatMoney } from '../../client/format'
import { JobBadge, RowLink } from '../../components'
import { openJob } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { Section } from '../shared/facts'
import { List, useList } from '../shared/list'
import { useDirectory } from '../shell/directory'

export function CustomerJobs({ customerId }: { customerId: string }) {
  const { zoneOf } = useDirectory()
  const list = useList(api.admin.jobs, { customerId, limit: '10' })
  useJobsChanged(list.reload)
  return (
    <Section title="Jobs">
      <List
        list={list}
        caption="Jobs for this customer"
        keyOf={({ id }) => id}
        onOpen={({ id }) => openJob(id)}
        empty="No jobs yet"
        columns={[
          { head: 'Service', cell: ({ type }) => <RowLink>{type}</RowLink> },
          {
            head: 'Visit',
            cell: ({ scheduledStart, franchiseId }) =>
              scheduledStart ? formatMoment(scheduledStart, zoneOf(franchiseId)) : 'Not scheduled yet',
          },
          { head: 'Status', cell: ({ status }) => <JobBadge status={status} /> },
          { head: 'Total', end: true, cell: ({ total }) => formatMoney(total) },
        ]}
      />
    </Section>
  )
}
