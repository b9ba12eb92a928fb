import '../shared/kit'
import { formatPast } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { TabPanel, Tabs, Empty, Table } from '../../components'
import { setAddress, useAddress } from '../address'
import { api, settings } from '../session'
import { Loaded } from '../shared/list'
import { TabPage } from '../shared/tab-page'
import { Alerts } from './alerts'
import { Checks, InsightList } from './checks'
import { Errors, EventLog } from './log'
import { HqTokens } from './tokens'

const parts = [
  { name: 'checks', label: 'Checks' },
  { name: 'insights', label: 'Insights' },
  { name: 'alerts', label: 'Alerts' },
  { name: 'errors', label: 'Errors' },
  { name: 'activity', label: 'Event log' },
  { name: 'backups', label: 'Backups' },
  { name: 'tokens', label: 'HQ tokens' },
] as const

const shown = {
  checks: Checks,
  insights: InsightList,
  alerts: Alerts,
  errors: Errors,
  activity: EventLog,
  backups: Backups,
  tokens: HqTokens,
}

export default function HealthTab() {
  const given = useAddress().get('part')
  const current = parts.find(({ name }) => name === given)?.name ?? 'checks'
  const Shown = shown[current]
  return (
    <TabPage title="Health">
      <Tabs
        label="Health"
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

const Advice = () => (
  <>
    The person who runs your server can make a backup with <code>./truckroll backup</code>. We recommend one
    every night, from cron or a systemd timer.
  </>
)

function Backups() {
  const load = useLoad((signal) => api.admin.backups.get({ signal }))
  return (
    <Loaded load={load}>
      {({ supported, backups }) =>
        supported ? (
          backups.length === 0 ? (
            <Empty title="No backups yet">
              If the disk fails, you lose everything. <Advice />
            </Empty>
          ) : (
            <div class="stack">
              <p class="soft small">
                <Advice />
              </p>
              <Table
                caption="Backups"
                rows={backups}
                keyOf={({ name }) => name}
                columns={[
                  { head: 'Created', cell: ({ at }) => formatPast(at, settings.timeZone) },
                  { head: 'File', cell: ({ name }) => <code>{name}</code> },
                  { head: 'Size', end: true, cell: ({ bytes }) => `${(bytes / 1_000_000).toFixed(1)} MB` },
                ]}
              />
            </div>
          )
        ) : (
          <Empty title="Your database server makes the backups">
            Your data is on a database server. Use its own tools to back it up and restore it.
          </Empty>
        )
      }
    </Loaded>
  )
}
