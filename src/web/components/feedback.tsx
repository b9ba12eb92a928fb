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

export const jobWords: Record<string, string> = {
  pending: 'To be scheduled',
  scheduled: 'Scheduled',
  en_route: 'On the way',
  in_progress: 'In progress',
  completed: 'Done',
  cancelled: 'Cancelled',
  no_show: 'Nobody was there',
}

const jobTones: Record<string, Tone> = {
  pending: 'warn',
  scheduled: 'info',
  en_route: 'info',
  in_progress: 'info',
  completed: 'good',
  no_show: 'bad',
}

/** Where a job is, in words; a state we have no words for yet is shown as it is. */
export const JobBadge = ({ status, label }: { status: string; label?: string }) => (
  <Badge tone={jobTones[status] ?? 'plain'}>{label ?? jobWords[status] ?? status.replaceAll('_', ' ')}</Badge>
)

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

interface SkeletonProps {
  lines?: number
  block?: boolean
  label?: string
}

/** Stands where content will be, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3, block = false, label = 'Loading' }: SkeletonProps) {
  return (
    <div class={block ? 'skeleton skeleton-block' : 'skeleton'} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}
