import { Button, Empty, Table } from '../../components'
import { saveFile } from '../shared/download'
import { Figure } from '../shared/figure'
import { Bars } from './bars'
import { csvOf } from './csv'
import { show, type Shape, type Sheet, type Value } from './shape'

export function ReportView({ name, shape }: { name: string; shape: Shape }) {
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

/** The picture and, beside it, the numbers it is drawn from. */
function SheetView({ sheet, file }: { sheet: Sheet; file: string }) {
  const save = () => saveFile(new Blob([csvOf(sheet)], { type: 'text/csv' }), file)
  return (
    <section class="card stack">
      <div class="row-apart">
        <h2>{sheet.title}</h2>
        <Button size="small" onClick={save}>
          CSV
        </Button>
      </div>
      {sheet.rows.length === 0 ? (
        <Empty title="Nothing in this range" />
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
