import { useState } from 'preact/hooks'
import type { JobDetail, Note } from '../../../modules/jobs'
import { useKeptFocus } from '../../client/focus'
import { formatMoment, formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import { TextArea, jobWords } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form } from '../shared/form'
import { actorName, paymentWords, plain } from '../shared/words'
import { useDirectory, type Directory } from '../shell/directory'

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
  catalogPriceCents: ['', (value) => (value === null ? 'price decided' : 'priced below the catalog')],
  confirmedAt: ['', (value) => (value === null ? '' : 'confirmed')],
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
                {actorName(note.author, directory)}, {formatMoment(note.createdAt, zone)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <div ref={place} tabIndex={-1}>
        <Form
          action={writing}
          submit="Add the note"
          fields={['text']}
          ready={text.trim() !== ''}
          onDone={() => {
            setText('')
            onChange()
          }}
        >
          <TextArea label="New note" rows={2} value={text} onText={setText} error={writing.fields.text} />
        </Form>
      </div>
    </Section>
  )
}
