import type { ReportType } from '../../../modules/operations'
import { saveFile } from '../../client/download'
import { useLoad } from '../../client/hooks'
import { Button, TabPanel, Tabs, Empty, Table } from '../../components'
import { setAddress, useAddress } from '../address'
import { api, settings } from '../session'
import { Figure } from '../shared/facts'
import { Loaded } from '../shared/list'
import { DateFilter, Filters, FranchiseFilter, useFilters, TabPage } from '../shared/tab-page'
import { addDays, today } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { Bars } from './bars'
import { shapeReport, csvOf, show, type Shape, type Sheet, type Value } from './shape'

const types: { name: ReportType; label: string }[] = [
  { name: 'pnl', label: 'Profit' },
  { name: 'revenue', label: 'Revenue' },
  { name: 'jobs', label: 'Jobs' },
  { name: 'workers', label: 'Technicians' },
  { name: 'coverage', label: 'Coverage' },
]

export default function ReportsTab() {
  const directory = useDirectory()
  const given = useAddress().get('type')
  const type = types.find(({ name }) => name === given)?.name ?? 'pnl'
  const range = useFilters('from', 'to', 'franchise')
  const load = useLoad(
    (signal) => api.reports.get({ query: { type, ...range }, signal }),
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
        <FranchiseFilter name="franchise" />
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

function Ranges() {
  const to = today(settings.timeZone)
  const lastDays = (days: number) => setAddress({ from: addDays(to, 1 - days), to })
  return (
    <div class="row" role="group" aria-label="Date ranges">
      <Button onClick={() => lastDays(30)}>Last 30 days</Button>
      <Button onClick={() => lastDays(90)}>Last 90 days</Button>
      <Button onClick={() => setAddress({ from: `${to.slice(0, 4)}-01-01`, to })}>This year</Button>
      <Button onClick={() => setAddress({ from: null, to: null })}>All time</Button>
    </div>
  )
}

function ReportView({ name, shape }: { name: string; shape: Shape }) {
  return (
    <div class="stack">
      <div class="figures">
        {shape.figures.map(({ label, value, format }) => (
          <Figure key={label} value={show(value, format)} label={label} />
        ))}
      </div>
      {shape.sheets.map((sheet) => (
        <SheetView key={sheet.title} sheet={sheet} file={`${name}-${fileWord(sheet.title)}.csv`} />
      ))}
    </div>
  )
}

const fileWord = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** A chart with a table of its numbers. */
function SheetView({ sheet, file }: { sheet: Sheet; file: string }) {
  const save = () => saveFile(new Blob([csvOf(sheet)], { type: 'text/csv' }), file)
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>{sheet.title}</h2>
        <Button size="small" onClick={save}>
          Export CSV
        </Button>
      </div>
      {sheet.rows.length === 0 ? (
        <Empty title="No data for these dates">Choose a longer range or another franchise.</Empty>
      ) : (
        <div class={sheet.columns.length > 5 ? 'chart-and-table chart-and-wide' : 'chart-and-table'}>
          {sheet.drawn && <Bars sheet={sheet} drawn={sheet.drawn} />}
          <Table
            caption={sheet.title}
            cards={false}
            rows={sheet.rows}
            keyOf={(row) => String(row[0])}
            columns={sheet.columns.map(({ head, format }, place) => ({
              head,
              end: format !== 'text' && format !== 'month',
              cell: (row: Value[]) => <span class="nowrap">{show(row[place] ?? null, format)}</span>,
            }))}
          />
        </div>
      )}
    </section>
  )
}
