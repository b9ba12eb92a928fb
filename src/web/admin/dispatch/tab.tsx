import { useState } from 'preact/hooks'
import type { DispatchAction } from '../../../modules/scheduling'
import { useFollowing } from '../../client/clock'
import { useLoad } from '../../client/hooks'
import { Button } from '../../components'
import { setAddress, useAddress } from '../address'
import { useJobsChanged } from '../jobs/changes'
import { settings } from '../session'
import { Loaded } from '../shared/list'
import { TabPage } from '../shared/tab-page'
import { today } from '../shared/zone'
import { datesOf, isView } from './axis'
import { loadBoard } from './day'
import { RunPanel } from './run-panel'
import { ViewPicker } from './view-picker'
import { Workbench } from './workbench'

export default function DispatchTab() {
  const address = useAddress()
  const date = address.get('date') || today(settings.timeZone)
  const named = address.get('view')
  const view = isView(named) ? named : 'day'
  const franchiseId = address.get('franchiseId')
  const showsMap = address.get('map') === 'yes'
  const dates = datesOf(view, date)
  const load = useLoad((signal) => loadBoard(dates, franchiseId, signal), [dates.join(), franchiseId])
  useJobsChanged(load.reload)
  useFollowing(load.refresh)
  const [planned, setPlanned] = useState<DispatchAction[]>([])
  return (
    <TabPage
      title="Dispatch"
      actions={
        <Button
          aria-pressed={showsMap ? 'true' : 'false'}
          onClick={() => setAddress({ map: showsMap ? null : 'yes' })}
        >
          {showsMap ? 'Hide map' : 'Show map'}
        </Button>
      }
    >
      <ViewPicker date={date} view={view} />
      <RunPanel onPlanned={setPlanned} onDone={load.reload} jobs={load.data?.waiting ?? []} />
      <Loaded load={load} lines={10}>
        {(day) => (
          <Workbench
            loaded={day}
            isStale={load.loading}
            date={date}
            view={view}
            franchiseId={franchiseId}
            showsMap={showsMap}
            planned={planned}
            onReload={load.reload}
          />
        )}
      </Loaded>
    </TabPage>
  )
}
