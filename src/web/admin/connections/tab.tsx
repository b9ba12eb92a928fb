import '../shared/kit'
import { TabPanel, Tabs } from '../../components'
import { setAddress, useAddress } from '../address'
import { TabPage } from '../shared/tab-page'
import { Calendars } from './calendars'
import { ApiKeys } from './keys'
import { Webhooks } from './webhooks'

const parts = [
  { name: 'keys', label: 'API keys' },
  { name: 'webhooks', label: 'Webhooks' },
  { name: 'calendars', label: 'Calendars' },
] as const

const shown = { keys: ApiKeys, webhooks: Webhooks, calendars: Calendars }

/** Everything that connects other software. */
export default function ConnectionsTab() {
  const given = useAddress().get('part')
  const current = parts.find(({ name }) => name === given)?.name ?? 'keys'
  const Shown = shown[current]
  return (
    <TabPage title="Connections">
      <Tabs
        label="Connections"
        items={[...parts]}
        current={current}
        onChoose={(part) => setAddress({ part })}
        panel="connections"
      />
      <TabPanel id="connections" current={current}>
        <Shown />
      </TabPanel>
    </TabPage>
  )
}
