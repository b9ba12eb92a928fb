import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { DispatchAction } from '../../../modules/scheduling'
import { messageOf } from '../../client/api'
import { useFollowing } from '../../client/clock'
import { useKeptFocus } from '../../client/focus'
import { formatDate } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Button, CheckField, Skeleton, TextField, toast } from '../../components'
import { setAddress, useAddress } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { settings } from '../session'
import { Lazy, Loaded } from '../shared/list'
import { TabPage, Filters, FranchiseFilter } from '../shared/tab-page'
import { today, addDays } from '../shared/zone'
import { Board, type Spot } from './board'
import { useConsent } from './consent'
import { loadDay, placeJob, startOf, takeOff } from './day'
import { isMovable } from './lane-visits'
import { MoveDialog } from './move-dialog'
import { RunPanel } from './run-panel'
import { Waiting } from './waiting'

export default function DispatchTab() {
  const address = useAddress()
  const date = address.get('date') || today(settings.timeZone)
  const franchiseId = address.get('franchiseId')
  const showsMap = address.get('map') === 'yes'
  const load = useLoad((signal) => loadDay(date, franchiseId, signal), [date, franchiseId])
  useJobsChanged(load.reload)
  useFollowing(load.refresh)
  const consent = useConsent()
  const place = useKeptFocus<HTMLDivElement>()
  const [chosen, setChosen] = useState<Job | null>(null)
  const [tellCustomer, setTellCustomer] = useState(true)
  const [planned, setPlanned] = useState<DispatchAction[]>([])
  /** The map scrolls into view only when the user just opened it. */
  const [askedForMap, setAskedForMap] = useState(false)
  /** `work` returns false when the dispatcher decided against it. */
  const attempt = async (work: () => Promise<boolean>, done: string) => {
    try {
      if (await work()) toast(done)
    } catch (error) {
      toast(messageOf(error), 'bad')
    }
    load.reload()
  }
  const drop = (job: Job, spot: Spot) => {
    if (!isMovable(job)) return
    const place = { ...spot, date, tellCustomer }
    const put = async () => {
      if (!(await consent.ask(job, { workerId: spot.workerId, start: startOf(place) }))) return false
      await placeJob(job, place)
      return true
    }
    void attempt(put, `${job.customerName} is scheduled`)
  }
  const unschedule = (jobId: string) => {
    const job = load.data?.visits.find(({ id }) => id === jobId)
    if (job?.status === 'scheduled')
      void attempt(
        () => takeOff(job, tellCustomer).then(() => true),
        `${job.customerName} is no longer scheduled`,
      )
  }
  return (
    <TabPage
      title="Dispatch"
      actions={
        <>
          <CheckField label="Notify customers" checked={tellCustomer} onCheck={setTellCustomer} />
          <Button
            aria-pressed={showsMap ? 'true' : 'false'}
            onClick={() => {
              setAskedForMap(!showsMap)
              setAddress({ map: showsMap ? null : 'yes' })
            }}
          >
            {showsMap ? 'Hide map' : 'Show map'}
          </Button>
        </>
      }
    >
      <DayPicker date={date} />
      <RunPanel onPlanned={setPlanned} onDone={load.reload} jobs={load.data?.waiting ?? []} />
      <Loaded load={load} lines={10}>
        {(day) => (
          <>
            <div class={load.loading ? 'dispatch stale' : 'dispatch'} ref={place} tabIndex={-1}>
              <Board
                date={date}
                franchiseId={franchiseId}
                day={day}
                planned={planned}
                onChoose={setChosen}
                onDrop={drop}
              />
              <Waiting jobs={day.waiting} onChoose={setChosen} onTakeOff={unschedule} />
            </div>
            {showsMap && (
              <Lazy load={loadMap} trouble="We couldn't load the map." waiting={<Skeleton lines={1} block />}>
                {({ DayMap }) => (
                  <DayMap date={date} day={day} comesForward={askedForMap} onChoose={setChosen} />
                )}
              </Lazy>
            )}
          </>
        )}
      </Loaded>
      {consent.dialog}
      <MoveDialog
        job={chosen}
        onStale={(fresh) => {
          setChosen(fresh)
          load.reload()
        }}
        date={date}
        tellCustomer={tellCustomer}
        onClose={() => setChosen(null)}
        onDone={() => {
          setChosen(null)
          load.reload()
        }}
      />
    </TabPage>
  )
}

const go = (date: string) => setAddress({ date })

function DayPicker({ date }: { date: string }) {
  return (
    <Filters>
      <div class="row" role="group" aria-label="Change day">
        <Button aria-label="Previous day" onClick={() => go(addDays(date, -1))}>
          ‹
        </Button>
        <Button onClick={() => go(today(settings.timeZone))}>Today</Button>
        <Button aria-label="Next day" onClick={() => go(addDays(date, 1))}>
          ›
        </Button>
      </div>
      <TextField
        label={formatDate(date)}
        type="date"
        value={date}
        onText={(text) => text !== '' && go(text)}
      />
      <FranchiseFilter />
    </Filters>
  )
}

/** The map is the console's largest script, so it loads only on request. */
const loadMap = () => import('./map')
