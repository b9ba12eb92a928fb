import { formatMoment } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { TabPanel, Tabs, Empty, Table } from '../../components'
import { setAddress, useAddress } from '../address'
import { api, settings } from '../session'
import { Loaded } from '../shared/list'
import { TabPage } from '../shared/tab-page'
import { Checks, InsightList } from './checks'
import { Activity, Errors } from './log'
import { HqTokens } from './tokens'

const parts = [
  { name: 'checks', label: 'Checks' },
  { name: 'insights', label: 'Insights' },
  { name: 'errors', label: 'Errors' },
  { name: 'activity', label: 'Activity' },
  { name: 'backups', label: 'Backups' },
  { name: 'tokens', label: 'Tokens' },
] as const

const shown = {
  checks: Checks,
  insights: InsightList,
  errors: Errors,
  activity: Activity,
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

function Backups() {
  const load = useLoad((signal) => api.admin.backups.get({ signal }))
  return (
    <Loaded load={load}>
      {({ supported, backups }) =>
        supported ? (
          <div class="stack">
            <p class="soft small">
              Backups are made by <code>bun src/cli.ts backup</code>, best every night from cron or a timer.
            </p>
            {backups.length === 0 ? (
              <Empty title="There is no backup">If the disk goes, everything goes.</Empty>
            ) : (
              <Table
                caption="Backups"
                rows={backups}
                keyOf={({ name }) => name}
                columns={[
                  { head: 'Made', cell: ({ at }) => formatMoment(at, settings.timeZone) },
                  { head: 'File', cell: ({ name }) => <code>{name}</code> },
                  { head: 'Size', end: true, cell: ({ bytes }) => `${(bytes / 1_000_000).toFixed(1)} MB` },
                ]}
              />
            )}
          </div>
        ) : (
          <Empty title="Backed up elsewhere">
            The data is on a database server: its own tools make the backups.
          </Empty>
        )
      }
    </Loaded>
  )
}
