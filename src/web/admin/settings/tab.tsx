import '../shared/kit'
import { useState } from 'preact/hooks'
import type { SettingsState } from '../../../modules/office'
import { useLoad } from '../../client/hooks'
import { Alert, Button, Skeleton, TabPanel, Tabs } from '../../components'
import { setAddress, useAddress } from '../address'
import { api, settings } from '../session'
import { TabPage } from '../shared/tab-page'
import { BookingRules } from './booking'
import { Business } from './business'
import { DispatchSettings } from './dispatch'
import { HoursAndHolidays } from './hours'
import { InvoicesAndTax } from './invoices'
import { Languages } from './languages'
import { Look } from './look'
import { MessageSettings } from './messages'
import { PublicAccess } from './public-access'
import { PublicSite } from './public-site'
import { useUnsavedGuard } from './unsaved'

/** The parts of the page. A new group of settings is a file in this folder and a line here. */
const parts = [
  { name: 'business', label: 'Business', Shown: Business },
  { name: 'look', label: 'Branding', Shown: Look },
  { name: 'home', label: 'Home page', Shown: PublicSite },
  { name: 'hours', label: 'Hours and holidays', Shown: HoursAndHolidays },
  { name: 'booking', label: 'Booking rules', Shown: BookingRules },
  { name: 'dispatch', label: 'Dispatch', Shown: DispatchSettings },
  { name: 'invoices', label: 'Invoices and tax', Shown: InvoicesAndTax },
  { name: 'languages', label: 'Languages', Shown: Languages },
  { name: 'messages', label: 'Messages', Shown: MessageSettings },
  { name: 'access', label: 'Public access', Shown: PublicAccess },
] as const

/** Everything about the company that the office can change. It counts at once. */
export default function SettingsTab() {
  const given = useAddress().get('part')
  const { name: current, Shown } = parts.find(({ name }) => name === given) ?? parts[0]
  const loaded = useLoad((signal) => api.admin.settings.get({ signal }))
  const [saved, setSaved] = useState<SettingsState | null>(null)
  const state = saved ?? loaded.data
  const { box, leave, question } = useUnsavedGuard()
  const keep = (next: SettingsState) => {
    setSaved(next)
    // The rest of the console shows them too.
    Object.assign(settings, { business: next.business.values.name, timeZone: next.business.values.timeZone })
  }
  return (
    <TabPage title="Settings">
      <div ref={box} class="stack">
        <Tabs
          label="Settings"
          items={parts.map(({ name, label }) => ({ name, label }))}
          current={current}
          onChoose={(part) => leave(() => setAddress({ part }))}
          panel="settings"
        />
        <TabPanel id="settings" current={current}>
          {loaded.problem !== null && state === null && (
            <Alert tone="bad">
              <p>{loaded.problem}</p>
              <Button size="small" onClick={loaded.reload}>
                Try again
              </Button>
            </Alert>
          )}
          {state === null ? (
            loaded.loading && <Skeleton shape="block" lines={3} />
          ) : (
            <Shown key={current} state={state} onSaved={keep} />
          )}
        </TabPanel>
      </div>
      {question}
    </TabPage>
  )
}
