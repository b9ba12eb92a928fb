import type { ComponentChildren } from 'preact'
import { Button } from './button'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ComponentChildren
  /** Aligns numbers to the right, so their digits line up. */
  end?: boolean
}

interface TableProps<Row> {
  /** Names the table for screen readers, and for everyone with `captionShown`. */
  caption: string
  captionShown?: boolean
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  /** Turn off for numbers people compare: they stay a table on a phone and scroll sideways. */
  cards?: boolean
  /** Called on a click anywhere in a row. Keyboards use the `RowLink` in the first cell. */
  onOpen?: (row: Row) => void
}

/** A table on a wide screen, a list of cards on a phone. */
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

/** Opens a row from the keyboard; its click bubbles up to the row. */
export function RowLink({ children }: { children: ComponentChildren }) {
  return (
    <button type="button" class="table-link">
      {children}
    </button>
  )
}

interface PagerProps {
  shown: number
  /** Whether there are more items to load. */
  more: boolean
  busy?: boolean
  onMore: () => void
  /** Its text in another language. */
  words?: PagerWords
}

interface PagerWords {
  first: (shown: number) => string
  all: (shown: number) => string
  more: string
}

const english: PagerWords = {
  first: (shown) => `Showing the first ${shown}`,
  all: (shown) => `${shown} total`,
  more: 'Show more',
}

/** Lists load by cursor, so there is a next page but no page count. */
export function Pager({ shown, more, busy = false, onMore, words = english }: PagerProps) {
  return (
    <div class="pager">
      <span aria-live="polite">{more ? words.first(shown) : words.all(shown)}</span>
      {more && (
        <Button size="small" busy={busy} onClick={onMore}>
          {words.more}
        </Button>
      )}
    </div>
  )
}
