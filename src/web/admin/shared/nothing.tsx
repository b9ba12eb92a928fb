import type { ComponentChildren } from 'preact'
import { Button, Empty } from '../../components'
import { setAddress } from '../address'

interface NothingProps {
  /** The filters of the list; its order isn't one. */
  filters: Record<string, string>
  /** For example "jobs". */
  what: string
  /** How to find more. */
  hint: string
  /** Shown without a filter: how to get the first one. */
  children: ComponentChildren
}

/** An empty list: either there is nothing yet, or the filters leave nothing and one click removes them. */
export function Nothing({ filters, what, hint, children }: NothingProps) {
  const used = Object.entries(filters).filter(
    ([name, value]) => name !== 'sort' && name !== 'order' && value !== '',
  )
  if (used.length === 0) return <>{children}</>
  const cleared = Object.fromEntries(used.map(([name]) => [name, null]))
  return (
    <Empty
      title={`No matching ${what}`}
      action={<Button onClick={() => setAddress(cleared)}>Clear all filters</Button>}
    >
      {hint}
    </Empty>
  )
}
