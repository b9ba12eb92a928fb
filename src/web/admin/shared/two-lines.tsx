import type { ComponentChildren } from 'preact'

interface TwoLinesProps {
  first: ComponentChildren
  /** Said more quietly. */
  second: ComponentChildren
}

/** Two facts in one cell: a table stays narrow enough to be read across. */
export const TwoLines = ({ first, second }: TwoLinesProps) => (
  <span class="two-lines">
    <span>{first}</span>
    {second && <small>{second}</small>}
  </span>
)
