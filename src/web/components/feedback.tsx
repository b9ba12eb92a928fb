import type { ComponentChildren } from 'preact'

interface AlertProps {
  tone?: 'info' | 'good' | 'warn' | 'bad'
  children: ComponentChildren
}

/** Screen readers announce errors right away and everything else at the next pause. */
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
  pending: 'Not scheduled yet',
  scheduled: 'Scheduled',
  en_route: 'On the way',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Canceled',
  no_show: 'Customer not home',
}

const jobTones: Record<string, Tone> = {
  pending: 'warn',
  scheduled: 'info',
  en_route: 'info',
  in_progress: 'info',
  completed: 'good',
  no_show: 'bad',
}

interface JobBadgeProps {
  status: string
  /** Words for each status in another language. */
  words?: Record<string, string>
}

/** The status of a job. A status this page doesn't know yet is shown as the API sends it. */
export const JobBadge = ({ status, words = jobWords }: JobBadgeProps) => (
  <Badge tone={jobTones[status] ?? 'plain'}>{words[status] ?? status.replaceAll('_', ' ')}</Badge>
)

interface EmptyProps {
  title: string
  /** An icon of what will be here. */
  icon?: ComponentChildren
  children?: ComponentChildren
  /** A button or link for the next step. */
  action?: ComponentChildren
}

/** Says what will be here, why it matters and how to start. */
export function Empty({ title, icon, children, action }: EmptyProps) {
  return (
    <div class="empty">
      {icon && <span class="empty-icon">{icon}</span>}
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

interface SkeletonProps {
  lines?: number
  /** The shape of the content to come: lines of text, blocks, rows of a table, tiles, the lanes of a board or facts. */
  shape?: 'lines' | 'block' | 'rows' | 'tiles' | 'lanes' | 'facts'
  block?: boolean
  label?: string
}

/** Holds the place of content that is loading, so the page doesn't jump. */
export function Skeleton({ lines = 3, block, shape, label = 'Loading' }: SkeletonProps) {
  const looks = shape ?? (block ? 'block' : 'lines')
  return (
    <div class={`skeleton skeleton-${looks}`} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}
