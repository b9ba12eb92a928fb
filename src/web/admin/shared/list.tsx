import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Known, Listed } from '../../client/api'
import { useLoad, usePages, type Loaded as Load } from '../../client/hooks'
import { Alert, Pager, Skeleton, Table, type Column, type Selection, type Sorting } from '../../components'
import { useBehind, useOpening } from './above'
import { useDirectory } from '../shell/directory'
import { rowsInSight, StillDrawing, useLater } from './later'
import { Trouble } from './lazy'

export { Lazy, Trouble } from './lazy'

/** A paged list from the API that reloads when the query changes. */
export function useList<T, Query, Given extends object>(list: Listed<T, Query>, query?: Known<Given, Query>) {
  return usePages(
    (cursor, signal) => list.get({ query: { ...query, cursor }, signal }),
    [list.$path, JSON.stringify(query)],
  )
}

/** The open item of a list. Never returns the previous item while the next one loads. */
export function useItem<T>(
  list: (id: string) => { get(options: { signal: AbortSignal }): Promise<T> },
  id: string,
): Load<T> {
  const load = useLoad(
    async (signal) => (id === '' ? null : { id, item: await list(id).get({ signal }) }),
    [id],
  )
  const data = load.data?.id === id ? load.data.item : null
  useOpening(id !== '' && data === null && load.problem === null)
  return { ...load, data }
}

interface ListProps<T> {
  list: ReturnType<typeof usePages<T>>
  caption: string
  columns: Column<T>[]
  keyOf: (item: T) => string
  onOpen?: (item: T) => void
  /** Shown when the list is empty. */
  empty: ComponentChildren
  /** How many rows there usually are, so that the page doesn't jump when they come. */
  expected?: number
  sorting?: Sorting
  selection?: Selection<T>
}

export function List<T>(props: ListProps<T>) {
  const { list, empty, expected = 8, sorting } = props
  // Most lists name technicians or franchises, and their columns would move when the names come.
  const hasNames = useDirectory().loaded
  const isBehind = useBehind(list.data !== null && hasNames)
  if (list.problem !== null) return <Trouble text={list.problem} onRetry={list.reload} />
  if (list.data === null || !hasNames || isBehind) {
    const waiting = expected === 0 ? <Skeleton lines={1} /> : <Skeleton shape="rows" lines={expected} />
    // The order of the rows stands there from the start, so that they don't jump.
    if (sorting?.words === undefined) return waiting
    return (
      <div>
        <Order words={sorting.words} />
        {waiting}
      </div>
    )
  }
  if (list.items.length === 0)
    return typeof empty === 'string' ? <p class="soft small">{empty}</p> : <>{empty}</>
  return <Rows {...props} />
}

const Order = ({ words }: { words: string }) => <p class="soft small list-sorted">{words}</p>

/** A list is there once the rows that fit on the screen are drawn, and the others follow. */
function Rows<T>({ list, caption, columns, keyOf, onOpen, sorting, selection }: ListProps<T>) {
  const place = useRef<HTMLDivElement>(null)
  const [firstRows] = useState(rowsInSight)
  const isWhole = useLater(list.items.length > firstRows, () => holdColumns(place.current))
  const [top] = list.items
  const content = [top && keyOf(top), list.items.length, sorting?.by, sorting?.down, columns.length]
  useLayoutEffect(() => (isWhole ? () => freeColumns(place.current) : undefined), [isWhole, ...content])
  return (
    <div ref={place} class={list.loading ? 'stale' : undefined}>
      {list.data?.sortedNewest !== undefined && (
        <div class="list-cut">
          <Alert>
            Only the newest {list.data.sortedNewest.toLocaleString('en-US')} matches are sorted here. To sort
            older ones too, narrow the list with a search, dates or another filter.
          </Alert>
        </div>
      )}
      {sorting?.words !== undefined && <Order words={sorting.words} />}
      <Table
        caption={caption}
        columns={columns}
        rows={list.items}
        first={isWhole ? undefined : firstRows}
        keyOf={keyOf}
        {...(onOpen && { onOpen })}
        {...(sorting && { sorting })}
        {...(selection && { selection })}
      />
      {isWhole ? (
        <Pager
          shown={list.items.length}
          more={list.more}
          busy={list.busy}
          onMore={() => void list.showMore()}
        />
      ) : (
        // A button that rows push down under the pointer would miss its click.
        <StillDrawing />
      )}
    </div>
  )
}

const headsIn = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('thead th') ?? []),
]

/** Keeps the columns where the first rows put them, so that nothing moves when the other rows come. */
function holdColumns(place: HTMLElement | null): void {
  const widths = headsIn(place).map((head) => [head, head.offsetWidth] as const)
  for (const [head, width] of widths) head.style.width = `${width}px`
}

function freeColumns(place: HTMLElement | null): void {
  for (const head of headsIn(place)) head.style.width = ''
}

interface LoadedProps<T> {
  load: Load<T>
  lines?: number
  /** A placeholder in the shape of what comes, instead of lines. */
  waiting?: ComponentChildren
  children: (data: T) => ComponentChildren
}

/**
 * Shows the loaded data, a placeholder while it loads, or the error. Names and time zones are there too, because a
 * form that began without them would keep the wrong ones.
 */
export function Loaded<T>({ load, lines = 4, waiting, children }: LoadedProps<T>) {
  const hasNames = useDirectory().loaded
  if (load.data !== null && hasNames) return <>{children(load.data)}</>
  if (load.problem !== null) return <Trouble text={load.problem} onRetry={load.reload} />
  return <>{waiting ?? <Skeleton lines={lines} />}</>
}
