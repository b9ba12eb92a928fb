import type { JobDetail } from '../../../modules/jobs/admin-model'
import { formatMoment, formatMoney } from '../../client/format'
import { useDirectory, type Directory } from '../shell/directory'
import { actorName } from './actor'
import { jobWords, paymentWords, plain } from '../shared/words'

type Event = JobDetail['timeline'][number]

/** The newest first: what happened last is what one looks for. */
export function Timeline({ events, zone }: { events: Event[]; zone: string }) {
  const directory = useDirectory()
  return (
    <ol class="timeline" reversed>
      {events.toReversed().map((event) => (
        <li key={event.id}>
          <span class="strong">{plain(event.kind)}</span>
          <span>{changesOf(event, directory, zone).join(' · ') || silenceOf(event)}</span>
          <small>
            {formatMoment(event.at, zone)}, {actorName(event.actor, directory)}
          </small>
        </li>
      ))}
    </ol>
  )
}

type Show = (value: unknown, directory: Directory, zone: string) => string

const cents: Show = (value) => formatMoney(Number(value) / 100)
const moment: Show = (value, _, zone) =>
  value === null ? 'no time' : formatMoment(new Date(Number(value)).toISOString(), zone)

/** Changes worth a line; the rest follows from them. */
const shown: Record<string, [label: string, show: Show]> = {
  status: ['', (value) => jobWords[String(value)] ?? String(value)],
  paymentState: ['', (value) => paymentWords[String(value)] ?? String(value)],
  scheduledStart: ['visit', moment],
  workerId: ['worker', (value, { workerName }) => workerName(value as string | null) || 'nobody'],
  franchiseId: ['franchise', (value, { franchiseName }) => franchiseName(value as string | null)],
  totalCents: ['total', cents],
  discountCents: ['discount', cents],
  promoCode: ['promo code', (value) => (typeof value === 'string' ? value : 'none')],
  priority: ['priority', String],
  locked: ['', (value) => (value ? 'locked' : 'not locked any more')],
  held: ['', (value) => (value ? 'held back' : 'not held back any more')],
  placeState: ['', (value) => (value === 'unknown' ? 'not found on the map' : '')],
}

/** Somebody set the price to what it was. */
const silenceOf = ({ kind, after }: Event): string =>
  kind === 'repriced' && Object.keys(after).length === 0 ? 'nothing changed' : ''

function changesOf({ after }: Event, directory: Directory, zone: string): string[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const [label, show] = shown[field] ?? []
    const text = show?.(value, directory, zone) ?? ''
    return text === '' ? [] : [label ? `${label}: ${text}` : text]
  })
}
