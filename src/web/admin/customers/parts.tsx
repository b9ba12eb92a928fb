import { TabPanel, Tabs } from '../../components'
import { setAddress, useAddress } from '../address'
import { CustomerFiles } from '../files/customer-files'
import { useMe } from '../shell/me'
import { CustomerActivity } from './activity'
import { Conversation } from './conversation'
import { Money } from './money'
import { Plans } from './plans'
import type { ChangeProps } from './shared'
import { Visits, type useVisits } from './visits'

/** The parts of the page that this person may see, and the one that the address names. */
export function useParts(isErased: boolean) {
  const { may } = useMe()
  const asked = useAddress().get('part')
  const parts = [
    { name: 'visits', label: 'Visits', may: may('jobs.read') },
    { name: 'messages', label: 'Conversation', may: may('messages.read') && !isErased },
    { name: 'money', label: 'Money', may: may('money.read') },
    { name: 'photos', label: 'Photos and files', may: may('jobs.read') && !isErased },
    { name: 'plans', label: 'Plans', may: may('jobs.read') },
    { name: 'activity', label: 'Activity', may: may('audit.read') },
  ].filter((part) => part.may)
  const current = parts.find(({ name }) => name === asked)?.name ?? parts[0]?.name ?? 'none'
  return { parts, current }
}

interface PartsProps extends ChangeProps, ReturnType<typeof useParts> {
  visits: ReturnType<typeof useVisits>
}

/** The long lists, one at a time, so the page stays calm and loads only what is looked at. */
export function Parts({ parts, current, visits, ...about }: PartsProps) {
  const { id, mergedInto } = about.summary.customer
  const items = parts.map(({ name, label }) => ({
    name,
    label: name === 'messages' && about.summary.replyTodoId !== null ? `${label} · 1 to answer` : label,
  }))
  return (
    <div class="customer-main card">
      <Tabs
        label="About this customer"
        items={items}
        current={current}
        onChoose={(part) => setAddress({ part })}
        panel="customer-part"
      />
      <TabPanel id="customer-part" current={current}>
        {current === 'visits' && <Visits {...visits} />}
        {current === 'messages' && <Conversation {...about} />}
        {current === 'money' && <Money customerId={id} />}
        {current === 'photos' && <CustomerFiles customerId={id} canAdd={mergedInto === null} />}
        {current === 'plans' && <Plans customerId={id} />}
        {current === 'activity' && <CustomerActivity customerId={id} />}
      </TabPanel>
    </div>
  )
}
