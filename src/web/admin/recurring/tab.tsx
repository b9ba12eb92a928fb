import '../shared/kit'
import { TabPanel, Tabs } from '../../components'
import { goTo, useAddress } from '../address'
import { TabPage } from '../shared/tab-page'
import { useMe } from '../shell/me'
import { JobTemplates } from './job-templates'
import { Plans } from './plans'
import { Schedules } from './schedules'

const parts = [
  { name: 'templates', label: 'Visits', needs: 'jobs.read' },
  { name: 'plans', label: 'Plans', needs: 'jobs.read' },
  { name: 'schedules', label: 'Billing', needs: 'money.read' },
] as const

type Part = (typeof parts)[number]['name']

const shown = { templates: JobTemplates, plans: Plans, schedules: Schedules }

export default function RecurringTab() {
  const given = useAddress().get('part')
  const { may } = useMe()
  const open = parts.filter(({ needs }) => may(needs))
  const current: Part = open.find(({ name }) => name === given)?.name ?? 'templates'
  const Shown = shown[current]
  return (
    <TabPage title="Recurring">
      <Tabs
        label="Recurring"
        items={open}
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
