import { useState } from 'preact/hooks'
import type { Todo } from '../../../modules/office'
import { messageOf } from '../../client/api'
import { formatPast } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Button, toast, Dialog, TextArea, TextField } from '../../components'
import { goTo, openJob } from '../address'
import { acceptPrice } from '../jobs/decision-forms'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'
import { useDirectory } from '../shell/directory'
import { actorName } from '../shared/words'
import { placeOf, withoutIds, describeJob, type TodoPlace } from './todo-place'

/** An open to-do can be marked done; a completed one can be reopened. */
export function TodoLine({ task, onChange }: { task: Todo; onChange: () => void }) {
  const directory = useDirectory()
  const isOpen = task.state === 'open'
  const reopen = async () => {
    await api.admin.tasks(task.id).reopen.post()
    onChange()
  }
  const isAboutPrice = isOpen && task.kind === 'job.low-price'
  const changing = useAction(async () => {
    if (!isOpen) return reopen()
    // Only accepting the price closes this one; otherwise the job would wait with no to-do.
    if (isAboutPrice) return acceptPrice(task.subject).then(onChange)
    await api.admin.tasks(task.id).done.post()
    const undo = () => void reopen().catch((error: unknown) => toast(messageOf(error), 'bad'))
    toast('To-do completed', 'plain', { label: 'Undo', run: undo })
    onChange()
  })
  const place = placeOf(task)
  const detail = task.detail === null ? '' : withoutIds(task.detail)
  const action = isAboutPrice ? 'Accept price' : isOpen ? 'Mark done' : 'Reopen'
  return (
    <li>
      <span class="todo-text">
        {place ? (
          <button type="button" class="link-button" onClick={() => follow(place)}>
            {task.title}
          </button>
        ) : (
          <span class="strong">{task.title}</span>
        )}
        {place && 'job' in place && <AboutJob id={place.job} title={task.title} />}
        {detail && <span class="pre-line">{detail}</span>}
        <small>{timesOf(task, actorName(task.doneBy ?? '', directory), directory.ownZone)}</small>
        {changing.problem !== null && <small class="field-error">{changing.problem}</small>}
      </span>
      <Button
        size="small"
        busy={changing.busy}
        aria-label={`${action}: ${task.title}`}
        onClick={() => void changing.run()}
      >
        {action}
      </Button>
    </li>
  )
}

/** When it came up, and for a completed one also when and by whom it was completed. */
function timesOf({ createdAt, doneAt, doneBy }: Todo, name: string, zone: string): string {
  const since = `Since ${formatPast(createdAt, zone)}`
  if (doneAt === null) return since
  const done = `Completed ${formatPast(doneAt, zone)}`
  return doneBy === null || doneBy === 'truckroll' ? done : `${done} by ${name}`
}

const follow = (place: TodoPlace): void =>
  'job' in place ? openJob(place.job) : goTo(place.tab, place.about)

/** The job tells apart to-dos of the same kind, which have the same title. */
function AboutJob({ id, title }: { id: string; title: string }) {
  const { data } = useLoad((signal) => api.admin.jobs(id).get({ signal }), [id])
  const directory = useDirectory()
  const about = data === null ? '' : describeJob(data.job, title, directory)
  return about === '' ? null : <small>{about}</small>
}

export function NewTodo({ onAdded }: { onAdded: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add to-do
      </Button>
      <Dialog title="Add to-do" open={open} onClose={close}>
        <TodoForm
          onCancel={close}
          onDone={() => {
            close()
            onAdded()
          }}
        />
      </Dialog>
    </>
  )
}

function TodoForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const adding = useAction(async () => {
    await api.admin.tasks.post({ title: form.values.title, detail: orNull(form.values.detail) })
  })
  const form = useForm({ title: '', detail: '' }, adding.fields)
  return (
    <Form action={adding} submit="Add to-do" onDone={onDone} onCancel={onCancel} fields={['title', 'detail']}>
      <TextField label="What needs to be done?" {...form.text('title')} />
      <TextArea label="Details" optional rows={3} {...form.text('detail')} />
    </Form>
  )
}
