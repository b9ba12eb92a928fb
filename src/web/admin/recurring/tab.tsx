import { TabPanel, Tabs } from '../../components'
import { goTo, useAddress } from '../address'
import { TabPage } from '../shared/tab-page'
import { JobTemplates } from './job-templates'
import { Plans } from './plans'
import { Schedules } from './schedules'

const parts = [
  { name: 'templates', label: 'Visits' },
  { name: 'plans', label: 'Plans' },
  { name: 'schedules', label: 'Billing' },
] as const

type Part = (typeof parts)[number]['name']

const shown = { templates: JobTemplates, plans: Plans, schedules: Schedules }

export default function RecurringTab() {
  const given = useAddress().get('part')
  const current: Part = parts.find(({ name }) => name === given)?.name ?? 'templates'
  const Shown = shown[current]
  return (
    <TabPage title="Recurring">
      <Tabs
        label="Recurring"
        items={[...parts]}
        current={current}
        onChoose={(part) => goTo('recurring', { part })}
        panel="recurring"
      />
      <TabPanel id="recurring" current={current}>
        <Shown />
      </TabPanel>
    </TabPage>
  )
}
