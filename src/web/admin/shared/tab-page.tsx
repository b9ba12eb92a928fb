import type { ComponentChildren } from 'preact'

interface TabPageProps {
  title: string
  /** Buttons beside the title. */
  actions?: ComponentChildren
  children: ComponentChildren
}

export function TabPage({ title, actions, children }: TabPageProps) {
  return (
    <div class="tab">
      <header class="tab-head">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  )
}
