import { useState } from 'preact/hooks'
import type { Note } from '../../../modules/jobs/admin-model'
import { formatMoment } from '../../client/format'
import { useAction } from '../../client/hooks'
import { TextArea } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Form } from '../shared/form'
import { useKeptFocus } from '../shared/kept-focus'
import { useDirectory } from '../shell/directory'
import { actorName } from './actor'

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
  const writing = useAction(() => api.post(`/api/admin/jobs/${jobId}/notes`, { text }))
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
