import '../shared/kit'
import { saveFile } from '../../client/download'
import { useLoad } from '../../client/hooks'
import { Alert, Button, Segmented, Skeleton, TabPanel, Tabs, Empty, Table } from '../../components'
import { setAddress, useAddress } from '../address'
import { settings } from '../session'
import { Later } from '../shared/later'
import { Loaded } from '../shared/list'
import { DateFilter, Filters, FranchiseFilter, useFilters, TabPage } from '../shared/tab-page'
import { today } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { Bars } from './bars'
import { DemandCard } from './demand'
import { Figures, isNegative } from './figures'
import { isTooLong, loadReport, type LoadedReport, type ReportName } from './load'
import { daysBefore, daysOf, ranges, type Days } from './period'
import { csvOf, show, type Sheet, type Value } from './sheet'
import { Trend } from './trend'

const types: { name: ReportName; label: string }[] = [
  { name: 'pnl', label: 'Profit' },
  { name: 'revenue', label: 'Revenue' },
  { name: 'tax', label: 'Sales tax' },
  { name: 'jobs', label: 'Jobs' },
  { name: 'workers', label: 'Technicians' },
  { name: 'coverage', label: 'Coverage' },
]

export default function ReportsTab() {
  const directory = useDirectory()
  const { mayForAll } = useMe()
  const given = useAddress().get('type')
  const type = types.find(({ name }) => name === given)?.name ?? 'pnl'
  const { franchise: franchiseId, ...chosen } = useFilters('from', 'to', 'range', 'franchise')
  const days = daysOf(chosen, today(settings.timeZone))
  const load = useLoad(
    (signal) => loadReport({ type, days, franchiseId }, signal),
    [type, JSON.stringify(days), franchiseId],
  )
  const isWhole = load.data?.type === type && load.problem === null
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
        <DateFilter label="From" name="from" otherwise={days?.from} />
        <DateFilter label="To" name="to" otherwise={days?.to} />
        <FranchiseFilter name="franchise" />
        <Segmented
          label="Date ranges"
          options={Object.entries(ranges).map(([value, label]) => ({ value, label }))}
          value={chosen.from === '' && chosen.to === '' ? chosen.range || '90' : ''}
          onChoose={(range) => setAddress({ from: null, to: null, range })}
        />
      </Filters>
      <TabPanel id="report" current={type}>
        <div class="stack">
          <Loaded load={{ ...load, data: isWhole ? load.data : null }} waiting={<ReportToCome />}>
            {(numbers) => <ReportView report={numbers.with(directory.franchiseName)} days={days} />}
          </Loaded>
          {type === 'coverage' && mayForAll('reports.read') && <DemandCard />}
        </div>
      </TabPanel>
    </TabPage>
  )
}

const ReportToCome = () => (
  <div class="stack">
    <Skeleton shape="tiles" lines={5} />
    <Skeleton shape="block" lines={4} />
  </div>
)

function ReportView({ report: { type, shape, before }, days }: { report: LoadedReport; days: Days | null }) {
  const lacks = isTooLong(days) ? missing[type] : undefined
  const look = lookOf(shape.sheets)
  return (
    <div class="stack">
      {lacks !== undefined && <Alert tone="info">{lacks}</Alert>}
      <Figures figures={shape.figures} before={before} days={days && daysBefore(days)} />
      {shape.sheets.map((sheet, nth) => {
        const file = `${type}-${fileWord(sheet.title)}.csv`
        const view = <SheetView key={sheet.title} sheet={sheet} look={look} file={file} empty={empty[type]} />
        return nth === 0 ? view : <Later key={sheet.title}>{view}</Later>
      })}
    </div>
  )
}

/** New businesses read this instead of numbers. */
const empty: Record<ReportName, string> = {
  pnl: 'Payments show up here once customers pay.',
  revenue: 'Payments show up here once customers pay.',
  tax: 'Sales tax shows up here once customers pay.',
  jobs: 'Jobs show up here once customers book.',
  workers: 'Visits show up here once they are scheduled.',
  coverage: 'Jobs show up here once customers book.',
}

/** Parts that need a range of at most a year. */
const missing: Partial<Record<ReportName, string>> = {
  tax: 'Choose a range of up to a year to see sales tax by rate.',
  workers: 'Choose a range of up to a year to see each technician.',
  pnl: 'Choose a range of up to a year to see profit over time.',
  revenue: 'Choose a range of up to a year to see revenue over time.',
}

const fileWord = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** Nothing but zeros would make an empty chart, and one row has nothing to compare with. */
const hasBars = ({ rows, drawn = [] }: Sheet): boolean =>
  rows.length > 1 && rows.some((row) => drawn.some((place) => Number(row[place] ?? 0) > 0))

/** Weeks of nothing but zeros would make a flat line above a long table. */
const isBlank = ({ rows, lines }: Sheet): boolean =>
  rows.every((row) => lines?.every((place) => Number(row[place] ?? 0) === 0) ?? false)

/** All tables of a report stand beside their charts, or all below them. */
function lookOf(sheets: Sheet[]): string {
  if (sheets.some(({ rows }) => rows.length > 8)) return 'chart-and-table chart-and-long'
  const hasWide = sheets.some(({ columns }) => columns.length > 5)
  return hasWide ? 'chart-and-table chart-and-wide' : 'chart-and-table'
}

interface SheetProps {
  sheet: Sheet
  look: string
  file: string
  empty: string
}

/** A chart with a table of its numbers. */
function SheetView({ sheet, look, file, empty: words }: SheetProps) {
  const save = () => saveFile(new Blob([csvOf(sheet)], { type: 'text/csv' }), file)
  const hasNegative = sheet.rows.some((row) =>
    row.some((value, place) => isNegative(value, sheet.columns[place]?.format ?? 'text')),
  )
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>{sheet.title}</h2>
        <Button size="small" onClick={save}>
          Export CSV
        </Button>
      </div>
      {isBlank(sheet) ? (
        <Empty title="No data for these dates">{words} Choose a longer range to look further back.</Empty>
      ) : (
        <div class={look}>
          {sheet.lines && <Trend sheet={sheet} lines={sheet.lines} />}
          {sheet.drawn && hasBars(sheet) && <Bars sheet={sheet} drawn={sheet.drawn} />}
          <Table
            caption={sheet.title}
            cards={false}
            rows={sheet.rows}
            keyOf={(row) => row.slice(0, 2).join(' ')}
            columns={sheet.columns.map(({ head, format }, place) => ({
              head,
              end: !['text', 'month', 'date', 'span'].includes(format),
              // On a phone, a long name takes two lines instead of covering the number beside it.
              cell: (row: Value[]) => (
                <span class={format === 'text' || format === 'span' ? undefined : 'nowrap'}>
                  {show(row[place] ?? null, format)}
                </span>
              ),
            }))}
          />
        </div>
      )}
      {hasNegative && (
        <p class="soft small">
          A negative amount means that more was refunded or paid out than came in at that time.
        </p>
      )}
    </section>
  )
}
