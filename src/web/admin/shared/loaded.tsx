import type { ComponentChildren } from 'preact'
import type { Loaded as Load } from '../../client/hooks'
import { Skeleton } from '../../components'
import { Trouble } from './list'

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
