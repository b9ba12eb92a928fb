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

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'info'

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={tone === 'plain' ? 'badge' : `badge badge-${tone}`}>{children}</span>
}

const jobs: Record<string, [string, Tone]> = {
  pending: ['To be scheduled', 'warn'],
  scheduled: ['Scheduled', 'info'],
  en_route: ['On the way', 'info'],
  in_progress: ['In progress', 'info'],
  completed: ['Done', 'good'],
  cancelled: ['Cancelled', 'plain'],
  no_show: ['Nobody was there', 'bad'],
}

/** Where a job is, in words; a state we have no words for yet is shown as it is. */
export function JobBadge({ status }: { status: string }) {
  const [words, tone] = jobs[status] ?? [status.replaceAll('_', ' '), 'plain']
  return <Badge tone={tone}>{words}</Badge>
}

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

/** Stands where content will be, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3, block = false }: { lines?: number; block?: boolean }) {
  return (
    <div class={block ? 'skeleton skeleton-block' : 'skeleton'} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}
