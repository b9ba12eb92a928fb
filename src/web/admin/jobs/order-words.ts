import type { Job } from '../../../modules/jobs'
import { formatMoment } from '../../client/format'

export type ChainedJob = NonNullable<Job['after']>

/** `2 days`, `90 minutes`. */
export function gapText(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day')
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute')
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** `Gutter repair, Tue, Mar 3, 9:00 AM; at least 1 day between`. */
export function chainedText({ service, start, status, gapMinutes }: ChainedJob, zone: string): string {
  const when = endings[status] ?? (start === null ? 'not scheduled' : formatMoment(start, zone))
  const gap = gapMinutes === 0 ? '' : `; at least ${gapText(gapMinutes)} between`
  return `${service}, ${when}${gap}`
}

const endings: Partial<Record<string, string>> = {
  completed: 'done',
  cancelled: 'canceled',
  no_show: 'missed',
}

interface Span {
  start: number
  end: number
}

/** The reasons against a time in the order of a customer's jobs. */
export const againstOrder = (
  { after, followers }: Pick<Job, 'after' | 'followers'>,
  visit: Span,
  zone: string,
): string[] => [
  ...(after ? againstFirst(after, visit, zone) : []),
  ...(followers ?? []).flatMap((one) => againstFollower(one, visit, zone)),
]

function againstFirst(first: ChainedJob, { start }: Span, zone: string): string[] {
  const { status, service, end } = first
  if (status === 'pending') return [`This comes after ${service}, which isn't scheduled yet.`]
  if (end === null || !isAhead(first) || Date.parse(end) + gapOf(first) <= start) return []
  return [`This comes ${atLeast(first)}after ${service}, which ends ${formatMoment(end, zone)}.`]
}

function againstFollower(follower: ChainedJob, { end }: Span, zone: string): string[] {
  const { service, start } = follower
  if (start === null || !isAhead(follower) || end + gapOf(follower) <= Date.parse(start)) return []
  return [`${service} is scheduled ${formatMoment(start, zone)} and comes ${atLeast(follower)}after this.`]
}

const isAhead = ({ status }: ChainedJob): boolean =>
  status === 'scheduled' || status === 'en_route' || status === 'in_progress'
const gapOf = ({ gapMinutes }: ChainedJob): number => gapMinutes * 60_000
const atLeast = ({ gapMinutes }: ChainedJob): string =>
  gapMinutes === 0 ? '' : `at least ${gapText(gapMinutes)} `
