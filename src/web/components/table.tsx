import type { ComponentChildren } from 'preact'
import { Button } from './button'
import { SelectAll, SelectOne, type Selection } from './selection'

export interface Column<Row> {
  head: string
  /** For a column of buttons, which say enough: only screen readers get the head. */
  headHidden?: boolean
  cell: (row: Row) => ComponentChildren
  /** Aligns numbers to the right, so their digits line up. */
  end?: boolean
  /** The name that the list is sorted by. Columns without one can't be sorted. */
  sort?: string
}

/** How a list is sorted: `by` is the `sort` of a column. */
export interface Sorting {
  by: string
  down: boolean
  /** The order in words, where no head of a column shows it. */
  words?: string | undefined
  onSort: (by: string, down: boolean) => void
}

interface TableProps<Row> {
  /** Names the table for screen readers, and for everyone with `captionShown`. */
  caption: string
  captionShown?: boolean
  columns: Column<Row>[]
  rows: Row[]
  /** Only this many rows, while the rest is still to be drawn. */
  first?: number | undefined
  keyOf: (row: Row) => string
  /** Turn off for numbers people compare: they stay a table on a phone and scroll sideways. */
  cards?: boolean
  /** Called on a click anywhere in a row. Keyboards use the `RowLink` in the first cell. */
  onOpen?: (row: Row) => void
  sorting?: Sorting
  /** Adds a checkbox to each row. */
  selection?: Selection<Row>
}

/** A table on a wide screen, a list of cards on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, captionShown = false, columns, rows, first, keyOf, cards = true, onOpen } = props
  const { sorting, selection } = props
  const looks = ['table', cards && 'table-cards', onOpen && 'table-open'].filter(Boolean).join(' ')
  return (
    <div class="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table class={looks}>
        <caption class={captionShown ? undefined : 'hidden-visually'}>{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" class="table-select">
                <SelectAll keys={rows.map(keyOf)} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.head} {...column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, first).map((row) => (
            <tr
              key={keyOf(row)}
              data-selected={selection?.chosen.has(keyOf(row)) ? 'true' : undefined}
              {...(onOpen && { onClick: () => onOpen(row) })}
            >
              {selection && (
                <td class="table-select" data-label="">
                  <SelectOne id={keyOf(row)} row={row} selection={selection} />
                </td>
              )}
              {columns.map(({ head, headHidden, cell, end }) => (
                <td key={head} data-label={headHidden ? '' : head} class={end ? 'end' : undefined}>
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

type HeadProps = Pick<Column<never>, 'head' | 'headHidden' | 'end' | 'sort'> & {
  sorting: Sorting | undefined
}

function HeadCell({ head, headHidden, end, sort, sorting }: HeadProps) {
  const look = end ? 'end' : undefined
  if (!sorting || sort === undefined)
    return (
      <th scope="col" class={look}>
        {head !== '' && !headHidden ? head : <span class="hidden-visually">{head || 'Actions'}</span>}
      </th>
    )
  const isSorted = sorting.by === sort
  const order = isSorted ? (sorting.down ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" class={look} aria-sort={order}>
      <button
        type="button"
        class="table-sort"
        onClick={() => sorting.onSort(sort, isSorted && !sorting.down)}
      >
        {head}
        <span aria-hidden="true">{isSorted ? (sorting.down ? '↓' : '↑') : '↕'}</span>
      </button>
    </th>
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
    <div class={more ? 'pager' : 'pager pager-whole'}>
      <span aria-live="polite">{more ? words.first(shown) : words.all(shown)}</span>
      {more && (
        <Button size="small" busy={busy} onClick={onMore}>
          {words.more}
        </Button>
      )}
    </div>
  )
}
