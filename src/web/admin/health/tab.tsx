import { TabPanel, Tabs } from '../../components'
import { setAddress, useAddress } from '../address'
import { TabPage } from '../shared/tab-page'
import { Activity } from './activity'
import { Backups } from './backups'
import { Checks } from './checks'
import { Errors } from './errors'
import { InsightList } from './insights'

const parts = [
  { name: 'checks', label: 'Checks' },
  { name: 'insights', label: 'Insights' },
  { name: 'errors', label: 'Errors' },
  { name: 'activity', label: 'Activity' },
  { name: 'backups', label: 'Backups' },
] as const

const shown = { checks: Checks, insights: InsightList, errors: Errors, activity: Activity, backups: Backups }

export default function HealthTab() {
  const given = useAddress().get('part')
  const current = parts.find(({ name }) => name === given)?.name ?? 'checks'
  const Shown = shown[current]
  return (
    <TabPage title="Health">
      <Tabs
        label="Parts"
        items={[...parts]}
        current={current}
        onChoose={(part) => setAddress({ part })}
        panel="health"
      />
      <TabPanel id="health" current={current}>
        <Shown />
      </TabPanel>
    </TabPage>
  )
}
