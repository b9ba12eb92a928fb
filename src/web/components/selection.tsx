import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button'

/** The chosen rows of a table, by their keys. */
export interface Selection<Row> {
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  /** Names a row for screen readers, such as `Select Ada Young`. */
  nameOf: (row: Row) => string
}

export function useSelection() {
  const [chosen, onChange] = useState<ReadonlySet<string>>(new Set())
  return { chosen, onChange, clear: () => onChange(new Set()) }
}

interface SelectOneProps<Row> {
  id: string
  row: Row
  selection: Selection<Row>
}

export const SelectOne = <Row,>({
  id,
  row,
  selection: { chosen, onChange, nameOf },
}: SelectOneProps<Row>) => (
  <input
    type="checkbox"
    aria-label={`Select ${nameOf(row)}`}
    checked={chosen.has(id)}
    onClick={(event) => event.stopPropagation()}
    onChange={({ currentTarget: { checked } }) => {
      const next = new Set(chosen)
      if (checked) next.add(id)
      else next.delete(id)
      onChange(next)
    }}
  />
)

interface SelectAllProps<Row> {
  keys: string[]
  selection: Selection<Row>
}

/** Chooses the rows that are shown, never ones nobody has seen. */
export function SelectAll<Row>({ keys, selection: { chosen, onChange } }: SelectAllProps<Row>) {
  const count = keys.filter((key) => chosen.has(key)).length
  const isAll = keys.length > 0 && count === keys.length
  return (
    <input
      type="checkbox"
      aria-label="Select all shown"
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => onChange(isAll ? new Set() : new Set([...chosen, ...keys]))}
    />
  )
}

interface SelectionBarProps {
  count: number
  onClear: () => void
  /** Buttons for what can be done with the chosen rows. */
  children: ComponentChildren
}

/** Appears while rows are chosen. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <div class="selection-bar" role="region" aria-label="Selected rows">
      <strong aria-live="polite">{count} selected</strong>
      {children}
      <Button kind="quiet" size="small" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  )
}
