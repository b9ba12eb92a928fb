import { useState } from 'preact/hooks'
import type { JobDetail, Note } from '../../../modules/jobs'
import { useKeptFocus } from '../../client/focus'
import { formatPast, formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import { TextArea, jobWords } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form } from '../shared/form'
import { actorName, paymentWords, plain } from '../shared/words'
import { useDirectory, type Directory } from '../shell/directory'
import { gapText } from './order-words'

type Event = JobDetail['timeline'][number]

/** The job's history, newest first. */
export function Timeline({ events, zone }: { events: Event[]; zone: string }) {
  const directory = useDirectory()
  return (
    <ol class="timeline" reversed>
      {events.toReversed().map((event) => (
        <li key={event.id}>
          <span class="strong">{titleOf(event)}</span>
          <span>{changesOf(event, directory, zone).join(' · ') || unchangedText(event)}</span>
          <small>
            {formatPast(event.at, zone)}, {actorName(event.actor, directory)}
          </small>
        </li>
      ))}
    </ol>
  )
}

const eventWords: Record<string, string> = {
  imported: 'Imported',
  confirmed: 'Booking confirmed',
  placed: 'Address located',
  'not-placed': 'Address not found',
  corrected: 'Details edited',
  repriced: 'Price changed',
  'extras-added': 'Extras added, approved by the customer',
  not_on_the_way: 'Back to scheduled',
  arrived: 'Waiting at the door',
  pending: 'Unscheduled',
  lapsed: 'Not confirmed in time: window given back',
  moved_by_customer: 'Customer chose another time',
  visit_confirmed: 'Customer confirmed the visit',
  undone: 'Change undone',
  'payment-recorded': 'Payment recorded',
  'payment-undone': 'Payment undone',
  'refund-decided': 'Refund started',
  'fee-kept': 'Cancellation fee kept',
  'fee-not-charged': 'Late cancellation without a fee: nothing was paid',
  'refund-failed': 'Refund returned by the bank',
  'refund-refused': 'Refund failed',
  'refunded-by-hand': 'Refunded at the payment processor',
}

const titleOf = ({ kind }: Event): string => eventWords[kind] ?? jobWords[kind] ?? plain(kind)

type Show = (value: unknown, directory: Directory, zone: string) => string

const cents: Show = (value) => formatMoney(Number(value) / 100)
const moment: Show = (value, _, zone) =>
  value === null ? 'none' : formatPast(new Date(Number(value)).toISOString(), zone)

/** Changes worth showing. The others follow from these. */
const shown: Record<string, [label: string, show: Show]> = {
  status: ['', (value) => jobWords[String(value)] ?? String(value)],
  paymentState: ['', (value) => paymentWords[String(value)] ?? String(value)],
  paidCents: ['Paid', cents],
  scheduledStart: ['Visit', moment],
  workerId: ['Technician', (value, { workerName }) => workerName(value as string | null) || 'none'],
  secondWorkerId: [
    'Second technician',
    (value, { workerName }) => workerName(value as string | null) || 'none',
  ],
  technicians: [
    'Technicians needed',
    (value) => (value === 2 ? 'two' : value === 1 ? 'one' : 'as the service needs'),
  ],
  comesAfter: ['Comes after', (value) => (typeof value === 'string' ? value : 'no other job')],
  gapMinutes: ['At least between', (value) => (Number(value) > 0 ? gapText(Number(value)) : '')],
  franchiseId: ['Franchise', (value, { franchiseName }) => franchiseName(value as string | null)],
  totalCents: ['Total', cents],
  discountCents: ['Discount', cents],
  promoCode: ['Promo code', (value) => (typeof value === 'string' ? value : 'none')],
  priority: ['Priority', String],
  locked: ['', (value) => (value ? 'Locked' : 'Unlocked')],
  held: ['', (value) => (value ? 'On hold' : 'No longer on hold')],
  catalogPriceCents: ['', (value) => (value === null ? 'Price settled' : 'Priced below the catalog')],
  confirmedAt: ['', (value) => (value === null ? '' : 'Booking confirmed')],
  placeState: ['', (value) => (value === 'unknown' ? 'Not found on the map' : '')],
}

/** A price can be set to the amount it already had. */
const unchangedText = ({ kind, after }: Event): string =>
  kind === 'repriced' && Object.keys(after).length === 0 ? 'No change' : ''

function changesOf(event: Event, directory: Directory, zone: string): string[] {
  return Object.entries(event.after).flatMap(([field, value]) => {
    const [label, show] = shown[field] ?? []
    const text = show?.(value, directory, zone) ?? ''
    if (text === '' || text === titleOf(event)) return []
    return [label && label !== titleOf(event) ? `${label}: ${text}` : text]
  })
}

interface NotesProps {
  jobId: string
  notes: Note[]
  zone: string
  onChange: () => void
}

export function JobNotes({ jobId, notes, zone, onChange }: NotesProps) {
  const directory = useDirectory()
  const place = useKeptFocus<HTMLDivElement>()
  const [text, setText] = useState('')
  const writing = useAction(() => api.admin.jobs(jobId).notes.post({ text }))
  return (
    <Section title="Notes">
      {notes.length > 0 && (
        <ul class="timeline">
          {notes.map((note) => (
            <li key={note.id}>
              <span class="pre-line">{note.text}</span>
              <small>
                {actorName(note.author, directory)}, {formatPast(note.createdAt, zone)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <div ref={place} tabIndex={-1}>
        <Form
          action={writing}
          submit="Add note"
          minor
          fields={['text']}
          ready={text.trim() !== ''}
          onDone={() => {
            setText('')
            onChange()
          }}
        >
          <TextArea
            label="New note"
            hint="Technicians see it at the next visit to this address"
            rows={2}
            value={text}
            onText={setText}
            error={writing.fields.text}
          />
        </Form>
      </div>
    </Section>
  )
}
