import '../shared/kit'
import type { ComponentChildren } from 'preact'
import type { Job } from '../../../modules/jobs'
import type { Page } from '../../client/api'
import { useFollowing } from '../../client/clock'
import { formatDate, formatTime } from '../../client/format'
import { useLoad, usePages } from '../../client/hooks'
import { Button, Empty, JobBadge, RowLink, Skeleton } from '../../components'
import { goTo, openJob } from '../address'
import { isVisit } from '../dispatch/lane-visits'
import { latenessOf } from '../dispatch/lateness'
import { useNow } from '../dispatch/use-now'
import { useJobsChanged } from '../jobs/changes'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List } from '../shared/list'
import { TabPage } from '../shared/tab-page'
import { today, spanOfDay } from '../shared/zone'
import { zoneMark } from '../shared/zone-mark'
import { technicianNames, useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { MoneyTiles } from './money'
import { NeedsYou } from './needs-you'
import { isNewBox, Setup, useSetup } from './setup'

export default function TodayTab() {
  const { may } = useMe()
  const { ownZone } = useDirectory()
  const date = today(ownZone)
  const setup = useSetup()
  const isNew = isNewBox(setup)
  const load = useLoad((signal) => api.admin.today.get({ signal }))
  const isLoaded = load.data !== null || load.problem !== null
  return (
    <TabPage title="Today" actions={<span class="soft">{formatDate(date)}</span>}>
      {isNew && <Setup setup={setup} />}
      {load.data?.money && <MoneyTiles money={load.data.money} />}
      {load.data === null && load.problem === null && may('reports.read') && (
        <Skeleton shape="tiles" lines={may('invoices.read') ? 3 : 2} />
      )}
      <div class="halves">
        <NeedsYou load={load} />
        <div class="stack">
          <Visits date={date}>{!isNew && isLoaded && <Setup setup={setup} />}</Visits>
        </div>
      </div>
    </TabPage>
  )
}

type VisitQuery = Record<'from' | 'to' | 'cursor', string | null>

/** Skips pages without visits: on the first of a month, hundreds of jobs are billed without one. */
async function loadVisits(query: VisitQuery, signal: AbortSignal): Promise<Page<Job>> {
  const page = await api.admin.jobs.get({ query, signal })
  const items = page.items.filter(isVisit)
  if (items.length > 0 || page.nextCursor === null) return { ...page, items }
  return loadVisits({ ...query, cursor: page.nextCursor }, signal)
}

/** With something below that waits for the list, because the list grows as it loads. */
function Visits({ date, children }: { date: string; children: ComponentChildren }) {
  const directory = useDirectory()
  const { zoneOf, ownZone } = directory
  const { may } = useMe()
  const now = useNow()
  const list = usePages<Job>(
    (cursor, signal) => loadVisits({ ...spanOfDay(date, ownZone), cursor }, signal),
    [date, ownZone],
  )
  useJobsChanged(list.reload)
  useFollowing(list.refresh)
  // The list waits for the names of technicians.
  const isThere = list.problem !== null || (list.data !== null && directory.loaded)
  return (
    <>
      <section class="card stack">
        <div class="row-apart">
          <h2>Today's visits</h2>
          {may('dispatch') && (
            <Button size="small" onClick={() => goTo('dispatch', { date })}>
              Open dispatch board
            </Button>
          )}
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
                  {scheduledStart &&
                    formatTime(scheduledStart, zoneOf(franchiseId)) + zoneMark(directory, franchiseId)}
                </span>
              ),
            },
            {
              head: 'Customer',
              cell: ({ customerName, type }) => (
                <TwoLines first={<RowLink>{customerName}</RowLink>} second={type} />
              ),
            },
            {
              head: 'Technician',
              cell: (job) => technicianNames(job, directory) || <span class="soft">Unassigned</span>,
            },
            {
              head: 'Status',
              cell: (job) => <VisitStatus job={job} now={now} zone={zoneOf(job.franchiseId)} />,
            },
          ]}
          empty={
            <Empty title="No visits today">
              {may('dispatch')
                ? 'Schedule jobs under Dispatch and they show up here.'
                : 'Visits show up here once they are scheduled.'}
            </Empty>
          }
        />
      </section>
      {isThere && children}
    </>
  )
}

/** As the board says it: a visit that should have started isn't only scheduled. */
function VisitStatus({ job, now, zone }: { job: Job; now: number; zone: string }) {
  const late = latenessOf(job, now, zone)
  return (
    <TwoLines
      first={<JobBadge status={job.status} />}
      second={
        late && (
          <span class="bad-text" title={late.detail}>
            {late.text}
          </span>
        )
      }
    />
  )
}
