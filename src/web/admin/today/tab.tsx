import { formatDate } from '../../client/format'
import { settings } from '../settings'
import { TabPage } from '../shared/tab-page'
import { today } from '../shared/zone'
import { Figures } from './figures'
import { NeedsPerson } from './needs-person'
import { isNewBox, Setup, useSteps } from './setup'
import { Visits } from './visits'

export default function TodayTab() {
  const date = today(settings.timeZone)
  const steps = useSteps()
  const isNew = isNewBox(steps)
  return (
    <TabPage title="Today" actions={<span class="soft">{formatDate(date)}</span>}>
      {isNew && <Setup steps={steps} />}
      <Figures />
      <div class="halves">
        <NeedsPerson />
        <Visits date={date} />
      </div>
      {!isNew && <Setup steps={steps} />}
    </TabPage>
  )
}
