import { useState } from 'preact/hooks'
import type { DispatchAction } from '../../../modules/dispatch/model'
import type { Job } from '../../../modules/jobs/model'
import { messageOf } from '../../client/api'
import { useFollowing } from '../../client/follow'
import { useLoad } from '../../client/hooks'
import { Button, CheckField, toast } from '../../components'
import { setAddress, useAddress } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { settings } from '../settings'
import { useKeptFocus } from '../shared/kept-focus'
import { Loaded } from '../shared/loaded'
import { TabPage } from '../shared/tab-page'
import { today } from '../shared/zone'
import { Board, type Spot } from './board'
import { useConsent } from './consent'
import { loadDay } from './day'
import { DayPicker } from './day-picker'
import { MapSection } from './map-section'
import { MoveDialog } from './move-dialog'
import { isMovable, placeJob, startOf, takeOff } from './place'
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
  /** A map that was there from the beginning does not push itself forward. */
  const [askedForMap, setAskedForMap] = useState(false)
  /** The work says whether it was done, or left to be. */
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
    void attempt(put, `${job.customerName} has a new time`)
  }
  const unschedule = (jobId: string) => {
    const job = load.data?.visits.find(({ id }) => id === jobId)
    if (job?.status === 'scheduled')
      void attempt(
        () => takeOff(job, tellCustomer).then(() => true),
        `${job.customerName} waits for a time again`,
      )
  }
  return (
    <TabPage
      title="Dispatch"
      actions={
        <>
          <CheckField label="Tell customers" checked={tellCustomer} onCheck={setTellCustomer} />
          <Button
            aria-pressed={showsMap ? 'true' : 'false'}
            onClick={() => {
              setAskedForMap(!showsMap)
              setAddress({ map: showsMap ? null : 'yes' })
            }}
          >
            {showsMap ? 'Hide the map' : 'Show the map'}
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
            {showsMap && <MapSection date={date} day={day} comesForward={askedForMap} onChoose={setChosen} />}
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
