import type { ComponentChildren } from 'preact'

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
