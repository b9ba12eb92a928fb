import type { ComponentChildren } from 'preact'

interface AlertProps {
  tone?: 'info' | 'good' | 'warn' | 'bad'
  children: ComponentChildren
}

/** Read out at once when it is bad, at the next pause otherwise. */
export function Alert({ tone = 'info', children }: AlertProps) {
  return (
    <div class={tone === 'info' ? 'alert' : `alert alert-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}
