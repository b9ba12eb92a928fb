import '../shared/kit'
import { useEffect } from 'preact/hooks'
import { useFollowing } from '../../client/clock'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button, Skeleton } from '../../components'
import { setAddress, useAddress } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { settings } from '../session'
import { Loaded } from '../shared/list'
import { TabPage } from '../shared/tab-page'
import { today } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { datesOf, isView } from './axis'
import { loadBoard } from './day'
import { firstDayOf, planAgain, planBetter, planCover, setProposal, useProposal } from './proposal'
import { EffortPicker, effortOf } from './effort-picker'
import { ViewPicker } from './view-picker'
import { Workbench } from './workbench'

/** The board and the column beside it, before they are known. */
const Waiting = () => (
  <div class="dispatch">
    <div class="board">
      <Skeleton shape="lanes" lines={10} />
    </div>
    <div class="dispatch-side dispatch-waiting">
      <Skeleton shape="block" lines={6} />
    </div>
  </div>
)

export default function DispatchTab() {
  const address = useAddress()
  const date = address.get('date') || today(settings.timeZone)
  const named = address.get('view')
  const view = isView(named) ? named : 'day'
  const franchiseId = address.get('franchiseId')
  const showsMap = address.get('map') === 'yes'
  const effort = effortOf(address.get('effort'))
  const dates = datesOf(view, date)
  const load = useLoad((signal) => loadBoard(dates, franchiseId, signal), [dates.join(), franchiseId])
  useJobsChanged(load.reload)
  useFollowing(load.refresh)
  const proposal = useProposal()
  const planning = useAction(async (wish: Parameters<typeof planAgain>[0]) =>
    setProposal(await planAgain(wish)),
  )
  const cover = address.get('cover')
  const covering = useAction(async (worker: string) => {
    setProposal(await planCover(worker, franchiseId))
    setAddress({ cover: null, date: null })
  })
  useEffect(() => {
    if (cover !== '') void covering.run(cover)
  }, [cover])
  const { zoneOf } = useDirectory()
  const better = address.get('better')
  const improving = useAction(async (subject: string) => {
    const found = await planBetter(subject)
    setProposal(found)
    setAddress({ better: null, date: firstDayOf(found, zoneOf(found.franchiseId || null)) })
  })
  useEffect(() => {
    if (better !== '') void improving.run(better)
  }, [better])
  return (
    <TabPage
      title="Dispatch"
      actions={
        <>
          <Button
            aria-pressed={showsMap ? 'true' : 'false'}
            onClick={() => setAddress({ map: showsMap ? null : 'yes' })}
          >
            {showsMap ? 'Hide map' : 'Show map'}
          </Button>
          {proposal === null && (
            <>
              <EffortPicker effort={effort} />
              <Button
                kind="primary"
                busy={planning.busy}
                title="Proposes a technician and a time for every waiting job. Nothing changes until you assign the visits."
                onClick={() => void planning.run({ jobs: load.data?.waiting ?? [], franchiseId, effort })}
              >
                Preview plan
              </Button>
            </>
          )}
        </>
      }
    >
      <ViewPicker date={date} view={view} />
      {planning.problem !== null && <Alert tone="bad">{planning.problem}</Alert>}
      {covering.problem !== null && <Alert tone="bad">{covering.problem}</Alert>}
      {improving.problem !== null && <Alert tone="bad">{improving.problem}</Alert>}
      <Loaded load={load} waiting={<Waiting />}>
        {(day) => (
          <Workbench
            loaded={day}
            isStale={load.loading}
            date={date}
            view={view}
            franchiseId={franchiseId}
            showsMap={showsMap}
            proposal={proposal}
            planning={planning}
            onReload={load.reload}
          />
        )}
      </Loaded>
    </TabPage>
  )
}
