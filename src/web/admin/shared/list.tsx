import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Known, Listed } from '../../client/api'
import { useLoad, usePages, type Loaded as Load } from '../../client/hooks'
import { Alert, Button, Pager, Skeleton, Table, type Column } from '../../components'

/** A list of the interface by cursor, loaded anew whenever what is asked for changes. */
export function useList<T, Query, Given extends object>(list: Listed<T, Query>, query?: Known<Given, Query>) {
  return usePages(
    (cursor, signal) => list.get({ query: { ...query, cursor }, signal }),
    [list.$path, JSON.stringify(query)],
  )
}

/** The item of a list that is open, if one is. */
export function useItem<T>(
  list: (id: string) => { get(options: { signal: AbortSignal }): Promise<T> },
  id: string,
) {
  return useLoad((signal) => (id === '' ? Promise.resolve(null) : list(id).get({ signal })), [id])
}

interface ListProps<T> {
  list: ReturnType<typeof usePages<T>>
  caption: string
  columns: Column<T>[]
  keyOf: (item: T) => string
  onOpen?: (item: T) => void
  /** What is said when nothing is found. */
  empty: ComponentChildren
}

export function List<T>({ list, caption, columns, keyOf, onOpen, empty }: ListProps<T>) {
  if (list.problem !== null) return <Trouble text={list.problem} onRetry={list.reload} />
  if (list.data === null) return <Skeleton lines={8} />
  if (list.items.length === 0)
    return typeof empty === 'string' ? <p class="soft small">{empty}</p> : <>{empty}</>
  return (
    <div class={list.loading ? 'stale' : undefined}>
      <Table
        caption={caption}
        columns={columns}
        rows={list.items}
        keyOf={keyOf}
        {...(onOpen && { onOpen })}
      />
      <Pager
        shown={list.items.length}
        more={list.more}
        busy={list.busy}
        onMore={() => void list.showMore()}
      />
    </div>
  )
}

export function Trouble({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <Alert tone="bad">
      <p>{text}</p>
      {onRetry && (
        <div>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Alert>
  )
}

interface LoadedProps<T> {
  load: Load<T>
  lines?: number
  children: (data: T) => ComponentChildren
}

/** What was loaded, or that it is coming, or why it did not come. */
export function Loaded<T>({ load, lines = 4, children }: LoadedProps<T>) {
  if (load.data !== null) return <>{children(load.data)}</>
  if (load.problem !== null) return <Trouble text={load.problem} onRetry={load.reload} />
  return <Skeleton lines={lines} />
}

/** A component whose script comes when it is first shown: for what is large and not always wanted. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>, trouble: string) {
  return function Lazily(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null)
    const [failed, setFailed] = useState(false)
    const [round, setRound] = useState(0)
    useEffect(() => {
      setFailed(false)
      load().then(
        (loaded) => setPart(() => loaded),
        () => setFailed(true),
      )
    }, [round])
    if (Part) return <Part {...props} />
    if (failed) return <Trouble text={trouble} onRetry={() => setRound(round + 1)} />
    return <Skeleton lines={1} block />
  }
}
