import { useState } from 'preact/hooks'
import { csvLine } from '../../../lib/text'
import { saveFile } from '../../client/download'
import { kept } from '../../client/storage'
import { CheckField, Icon, Popover, SelectField, type Column, type Sorting } from '../../components'
import { setAddress, useAddress } from '../address'

export type ListName = 'jobs' | 'customers' | 'invoices' | 'messages'

/** A column that people can hide, sort by and export. */
export interface ListColumn<T> extends Column<T> {
  id: string
  /** Its content in a spreadsheet, with names instead of ids. */
  text: (row: T) => string | number
  /** The name of the row, which can't be hidden. */
  always?: true
  /** Hidden until somebody chooses it. */
  extra?: true
  /** Sorts down at the first click, as for amounts and times. */
  down?: true
}

interface Usual {
  by: string
  down: boolean
  /** Says so above the list while it isn't sorted by a column that is shown. */
  words?: string
}

/** How one person sees a list: its order is in the address, its columns are kept in this browser. */
export function useListView<T>(name: ListName, all: ListColumn<T>[], usual: Usual) {
  const address = useAddress()
  const store = kept<string[]>(`columns.${name}`)
  const [chosen, setChosen] = useState(store.read())
  const given = address.get('columns')
  const ids = given === '' ? chosen : given.split(',')
  const isShown = ({ id, always, extra }: ListColumn<T>) =>
    always === true || (ids === null ? !extra : ids.includes(id))
  const columns = all.filter(isShown)
  const choose = (next: string[]) => {
    store.write(next)
    setChosen(next)
    setAddress({ columns: null })
  }
  const by = address.get('sort') || usual.by
  const order = address.get('order')
  const down = order === '' ? (by === usual.by ? usual.down : isDown(all, by)) : order === 'desc'
  const isSeen = columns.some(({ sort }) => sort === by)
  const sorting: Sorting = {
    by,
    down,
    ...(!isSeen && by === usual.by && down === usual.down && { words: usual.words }),
    onSort: (next, isDownNext) => {
      const isFirst = next !== by
      const toDown = isFirst ? isDown(all, next) : isDownNext
      setAddress({ sort: next, order: toDown ? 'desc' : 'asc' })
    },
  }
  return {
    columns,
    sorting,
    /** Query parameters for the list endpoint. */
    sorted: address.get('sort') === '' ? {} : { sort: by, order: down ? 'desc' : 'asc' },
    shown: columns.map(({ id }) => id),
    chooser: <Columns all={all} isShown={isShown} onChoose={choose} sorting={sorting} />,
  }
}

const isDown = <T,>(all: ListColumn<T>[], by: string): boolean =>
  all.find(({ sort }) => sort === by)?.down === true

interface ColumnsProps<T> {
  all: ListColumn<T>[]
  isShown: (column: ListColumn<T>) => boolean
  onChoose: (ids: string[]) => void
  sorting: Sorting
}

function Columns<T>({ all, isShown, onChoose, sorting }: ColumnsProps<T>) {
  const shown = all.filter(isShown).map(({ id }) => id)
  const part = (legend: string, columns: ListColumn<T>[]) =>
    columns.length > 0 && (
      <fieldset class="list-columns">
        <legend>{legend}</legend>
        {columns.map(({ id, head, always }) => (
          <CheckField
            key={id}
            label={head}
            checked={shown.includes(id)}
            disabled={always === true}
            onCheck={(on) => onChoose(on ? [...shown, id] : shown.filter((one) => one !== id))}
          />
        ))}
      </fieldset>
    )
  return (
    <Popover label="Choose columns" align="end" button={<ToolWords icon="columns-3" words="Columns" />}>
      {() => (
        <>
          <PhoneSorting all={all} sorting={sorting} />
          {part(
            'Columns',
            all.filter(({ extra }) => extra !== true),
          )}
          {part(
            'More columns',
            all.filter(({ extra }) => extra === true),
          )}
        </>
      )}
    </Popover>
  )
}

/** A phone shows cards without the heads of columns, which sort on a wide screen. */
function PhoneSorting<T>({ all, sorting }: Pick<ColumnsProps<T>, 'all' | 'sorting'>) {
  const options = all.flatMap(({ head, sort }) => (sort === undefined ? [] : [{ value: sort, label: head }]))
  return (
    <div class="list-order">
      <SelectField
        label="Sort by"
        value={sorting.by}
        options={options}
        onChoice={(by) => by !== sorting.by && sorting.onSort(by, false)}
      />
      <CheckField
        label="Descending order"
        checked={sorting.down}
        onCheck={(down) => sorting.onSort(sorting.by, down)}
      />
    </div>
  )
}

export const ToolWords = ({ icon, words }: { icon: Parameters<typeof Icon>[0]['name']; words: string }) => (
  <>
    <Icon name={icon} />
    {words}
  </>
)

/** Saves the chosen rows as a spreadsheet with the columns that are shown. */
export function exportRows<T>(name: ListName, columns: ListColumn<T>[], rows: T[]): void {
  const lines = [
    csvLine(columns.map(({ head }) => head)),
    ...rows.map((row) => csvLine(columns.map(({ text }) => text(row)))),
  ]
  saveFile(new Blob([lines.join('')], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
