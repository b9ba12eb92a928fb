import { TabPanel, Tabs } from '../../components'
import { goTo, useAddress } from '../address'
import { TabPage } from '../shared/tab-page'
import { Webhooks } from './webhooks'

const parts = [{ name: 'webhooks', label: 'Webhooks' }] as const

type Part = (typeof parts)[number]['name']

const shown = { webhooks: Webhooks }

/** The ways other software connects to this one. */
export default function ConnectionsTab() {
  const given = useAddress().get('part')
  const current: Part = parts.find(({ name }) => name === given)?.name ?? 'webhooks'
  const Shown = shown[current]
  return (
    <TabPage title="Connections">
      <Tabs
        label="Connections"
        items={[...parts]}
        current={current}
        onChoose={(part) => goTo('connections', { part })}
        panel="connections"
      />
      <TabPanel id="connections" current={current}>
        <Shown />
      </TabPanel>
    </TabPage>
  )
}
