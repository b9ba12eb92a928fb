import type { ComponentChildren } from 'preact'
import { usePages, type Page } from '../../client/hooks'
import { Alert, Button, Pager, Skeleton, Table, type Column } from '../../components'
import { api } from '../session'

type Query = Record<string, string>

/** A list of the interface by cursor, loaded anew whenever what is asked for changes. */
export function useList<T>(path: string, query: Query = {}) {
  return usePages<T>(
    (cursor, signal) => api.get<Page<T>>(path, { ...query, cursor }, signal),
    [path, JSON.stringify(query)],
  )
}

interface ListProps<T> {
  list: ReturnType<typeof useList<T>>
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
