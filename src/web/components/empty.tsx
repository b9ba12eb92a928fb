import type { ComponentChildren } from 'preact'

interface EmptyProps {
  title: string
  children?: ComponentChildren
  /** What to do about it. */
  action?: ComponentChildren
}

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
