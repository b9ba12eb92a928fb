import type { ReportType } from '../../../modules/reports/model'
import { useLoad } from '../../client/hooks'
import { Button, TabPanel, Tabs, TextField } from '../../components'
import { setAddress, useAddress } from '../address'
import { api } from '../session'
import { settings } from '../settings'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { Filters, SelectFilter, useFilters } from '../shared/filters'
import { Loaded } from '../shared/loaded'
import { TabPage } from '../shared/tab-page'
import { addDays, today } from '../shared/zone'
import { ReportView } from './report-view'
import { shapeReport } from './shape'
import type { AnyReport } from './wire'

const types: { name: ReportType; label: string }[] = [
  { name: 'pnl', label: 'Profit' },
  { name: 'revenue', label: 'Revenue' },
  { name: 'jobs', label: 'Jobs' },
  { name: 'workers', label: 'Workers' },
  { name: 'coverage', label: 'Coverage' },
]

export default function ReportsTab() {
  const directory = useDirectory()
  const given = useAddress().get('type')
  const type = types.find(({ name }) => name === given)?.name ?? 'pnl'
  const range = useFilters('from', 'to', 'franchise')
  const load = useLoad<AnyReport>(
    (signal) => api.get('/api/reports', { type, ...range }, signal),
    [type, JSON.stringify(range)],
  )
  return (
    <TabPage title="Reports">
      <Tabs
        label="Reports"
        items={types}
        current={type}
        onChoose={(name) => setAddress({ type: name })}
        panel="report"
      />
      <Filters>
        <DateFilter label="From" name="from" />
        <DateFilter label="To" name="to" />
        <SelectFilter
          label="Franchise"
          name="franchise"
          options={franchiseOptions(directory, 'Every franchise')}
        />
        <Ranges />
      </Filters>
      <TabPanel id="report" current={type}>
        <Loaded
          load={{ ...load, data: load.data?.type === type && load.problem === null ? load.data : null }}
          lines={8}
        >
          {(report) => <ReportView name={type} shape={shapeReport(report, directory.franchiseName)} />}
        </Loaded>
      </TabPanel>
    </TabPage>
  )
}

function DateFilter({ label, name }: { label: string; name: string }) {
  const value = useAddress().get(name)
  return <TextField label={label} type="date" value={value} onText={(text) => setAddress({ [name]: text })} />
}

function Ranges() {
  const to = today(settings.timeZone)
  const lastDays = (days: number) => setAddress({ from: addDays(to, 1 - days), to })
  return (
    <div class="row" role="group" aria-label="Common ranges">
      <Button onClick={() => lastDays(30)}>30 days</Button>
      <Button onClick={() => lastDays(90)}>90 days</Button>
      <Button onClick={() => setAddress({ from: `${to.slice(0, 4)}-01-01`, to })}>This year</Button>
      <Button onClick={() => setAddress({ from: null, to: null })}>All time</Button>
    </div>
  )
}
