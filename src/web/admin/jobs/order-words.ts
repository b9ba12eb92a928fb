import type { Job } from '../../../modules/jobs'
import { formatMoment } from '../../client/format'

export type ChainedJob = NonNullable<Job['after']>

/** `2 days`, `90 minutes`. */
export function gapText(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** `Gutter repair, Tue, Mar 3, 9:00 AM; at least 1 day between`. */
export function chainedText({ service, start, status, gapMinutes }: ChainedJob, zone: string): string {
  const when = status === 'completed' ? 'done' : start === null ? 'not scheduled' : formatMoment(start, zone)
  const gap = gapMinutes === 0 ? '' : `; at least ${gapText(gapMinutes)} between`
  return `${service}, ${when}${gap}`
}

const open = new Set<string>(['scheduled', 'en_route', 'in_progress'])

/** What a time would break in the order of a customer's jobs. */
export function againstOrder(
  { after, followers }: Pick<Job, 'after' | 'followers'>,
  visit: { start: number; end: number },
  zone: string,
): string[] {
  const gap = ({ gapMinutes }: ChainedJob) => gapMinutes * 60_000
  const between = (one: ChainedJob) => (gap(one) === 0 ? '' : ` at least ${gapText(one.gapMinutes)} later`)
  const isFirst = after?.status === 'pending'
  const isEarly =
    after?.end !== undefined &&
    after.end !== null &&
    open.has(after.status) &&
    Date.parse(after.end) + gap(after) > visit.start
  const first = !after
    ? []
    : isFirst
      ? [`This comes after ${after.service}, which isn't scheduled yet.`]
      : isEarly
        ? [`This comes after ${after.service}${between(after)}, which ends ${formatMoment(after.end ?? '', zone)}.`]
        : []
  const broken = (followers ?? []).filter(
    (one) => one.start !== null && open.has(one.status) && visit.end + gap(one) > Date.parse(one.start),
  )
  return [
    ...first,
    ...broken.map(
      (one) =>
        `${one.service} is scheduled ${formatMoment(one.start ?? '', zone)} and comes after this${between(one)}.`,
    ),
  ]
}
