import type { ComponentChildren } from 'preact'
import { Button } from './button'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ComponentChildren
  /** Numbers stand at the end, so that their digits line up. */
  end?: boolean
}

interface TableProps<Row> {
  /** What the table is of; read out, and shown when `captionShown`. */
  caption: string
  captionShown?: boolean
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  /** Off for numbers that are to be compared: these stay a table on a phone too, and scroll. */
  cards?: boolean
  /** A click anywhere on a row. The first cell holds a button for keyboards: see `RowLink`. */
  onOpen?: (row: Row) => void
}

/** A table on a desk, a list of cards on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, captionShown = false, columns, rows, keyOf, cards = true, onOpen } = props
  const looks = ['table', cards && 'table-cards', onOpen && 'table-open'].filter(Boolean).join(' ')
  return (
    <div class="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table class={looks}>
        <caption class={captionShown ? undefined : 'hidden-visually'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, end }) => (
              <th key={head} scope="col" class={end ? 'end' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...(onOpen && { onClick: () => onOpen(row) })}>
              {columns.map(({ head, cell, end }) => (
                <td key={head} data-label={head} class={end ? 'end' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What opens a row from the keyboard; the click goes on to the row. */
export function RowLink({ children }: { children: ComponentChildren }) {
  return (
    <button type="button" class="table-link">
      {children}
    </button>
  )
}

interface PagerProps {
  shown: number
  /** Whether the list goes on after what is shown. */
  more: boolean
  busy?: boolean
  onMore: () => void
  words?: { shown: string; more: string }
}

/** Lists go by cursor: there is a next part, but no number of pages. */
export function Pager({ shown, more, busy = false, onMore, words }: PagerProps) {
  return (
    <div class="pager">
      <span aria-live="polite">
        {words ? words.shown : more ? `The first ${shown} are shown` : `${shown} in all`}
      </span>
      {more && (
        <Button size="small" busy={busy} onClick={onMore}>
          {words?.more ?? 'Show more'}
        </Button>
      )}
    </div>
  )
}
