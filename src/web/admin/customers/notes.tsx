import { useState } from 'preact/hooks'
import type { CustomerNote as Note } from '../../../modules/customers'
import { messageOf } from '../../client/api'
import { formatPast } from '../../client/format'
import { useAction, usePages } from '../../client/hooks'
import { Button, CheckField, Pager, Skeleton, TextArea, toast } from '../../components'
import { api, settings } from '../session'
import { Section } from '../shared/facts'
import { Form, useForm } from '../shared/form'
import { Trouble } from '../shared/list'
import { actorName } from '../shared/words'
import { useDirectory } from '../shell/directory'
import type { ChangeProps } from './shared'

const change = (id: string, body: { text?: string; pinned?: boolean; deleted?: boolean }) =>
  api.admin['customer-notes'](id).patch(body)

const showTrouble = (error: unknown) => toast(messageOf(error), 'bad')

export const useNotes = (customerId: string) =>
  usePages(
    (cursor, signal) => api.admin.customers(customerId).notes.get({ query: { cursor, limit: 10 }, signal }),
    [customerId],
  )

type NotesProps = Omit<ChangeProps, 'onChange'> & { list: ReturnType<typeof useNotes> }

/** Several notes, pinned ones on top. */
export function Notes({ summary, canChange, list }: NotesProps) {
  const { id, notes: general } = summary.customer
  const [adding, setAdding] = useState(false)
  const remove = async (note: Note) => {
    await change(note.id, { deleted: true })
    const undo = () => void change(note.id, { deleted: false }).then(list.reload, showTrouble)
    toast('Note deleted', 'plain', { label: 'Undo', run: undo })
    list.reload()
  }
  return (
    <Section
      title="Notes"
      actions={
        canChange &&
        !adding && (
          <Button size="small" kind="quiet" onClick={() => setAdding(true)}>
            Add note
          </Button>
        )
      }
    >
      {adding && (
        <NoteForm
          label="New note"
          first={{ text: '', pinned: false }}
          onSave={(values) => api.admin.customers(id).notes.post(values)}
          onCancel={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            list.reload()
          }}
        />
      )}
      {list.problem !== null && <Trouble text={list.problem} onRetry={list.reload} />}
      {list.data === null && list.problem === null && <Skeleton lines={2} />}
      {list.data !== null && list.items.length === 0 && general === null && !adding && (
        <p class="soft small">Gate codes, pets, preferences: anything to know before a visit.</p>
      )}
      <ul class="notes">
        {general !== null && (
          <li class="note" data-pinned="true">
            <p class="pre-line">{general}</p>
            <small class="soft">General note</small>
          </li>
        )}
        {list.items.map((note) => (
          <NoteItem
            key={note.id}
            note={note}
            canChange={canChange}
            onChange={list.reload}
            onRemove={() => void remove(note).catch(showTrouble)}
          />
        ))}
      </ul>
      {list.more && (
        <Pager shown={list.items.length} more busy={list.busy} onMore={() => void list.showMore()} />
      )}
    </Section>
  )
}

interface NoteItemProps {
  note: Note
  canChange: boolean
  onChange: () => void
  onRemove: () => void
}

function NoteItem({ note, canChange, onChange, onRemove }: NoteItemProps) {
  const directory = useDirectory()
  const [editing, setEditing] = useState(false)
  if (editing)
    return (
      <li class="note">
        <NoteForm
          label="Edit note"
          first={note}
          onSave={(values) => change(note.id, values)}
          onCancel={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            onChange()
          }}
        />
      </li>
    )
  const pin = () => void change(note.id, { pinned: !note.pinned }).then(onChange, showTrouble)
  const written = `${actorName(note.author, directory)} · ${formatPast(note.createdAt, settings.timeZone)}`
  return (
    <li class="note" data-pinned={note.pinned ? 'true' : undefined}>
      <p class="pre-line">{note.text}</p>
      <small class="soft">
        {note.pinned && 'Pinned · '}
        {written}
        {note.editedAt !== null && ' · edited'}
      </small>
      {canChange && (
        <span class="row-actions">
          <button type="button" class="link-button small" onClick={pin}>
            {note.pinned ? 'Unpin' : 'Pin'}
          </button>
          <button type="button" class="link-button small" onClick={() => setEditing(true)}>
            Edit
          </button>
          <button type="button" class="link-button link-grave small" onClick={onRemove}>
            Delete
          </button>
        </span>
      )}
    </li>
  )
}

interface NoteFormProps {
  label: string
  first: { text: string; pinned: boolean }
  onSave: (values: { text: string; pinned: boolean }) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

function NoteForm({ label, first, onSave, onDone, onCancel }: NoteFormProps) {
  const saving = useAction(async () => {
    await onSave(form.values)
  })
  const form = useForm({ text: first.text, pinned: first.pinned }, saving.fields)
  return (
    <Form action={saving} submit="Save note" onDone={onDone} onCancel={onCancel} fields={['text']}>
      <TextArea label={label} rows={3} {...form.text('text')} />
      <CheckField label="Pin to the top" {...form.check('pinned')} />
    </Form>
  )
}
