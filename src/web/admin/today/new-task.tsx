import { useState } from 'preact/hooks'
import { useAction } from '../../client/hooks'
import { Button, Dialog, TextArea, TextField } from '../../components'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'

export function NewTask({ onAdded }: { onAdded: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Add a task
      </Button>
      <Dialog title="Add a task" open={open} onClose={close}>
        <TaskForm
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

function TaskForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const adding = useAction(async () => {
    await api.post('/api/admin/tasks', { title: form.values.title, detail: orNull(form.values.detail) })
  })
  const form = useForm({ title: '', detail: '' }, adding.fields)
  return (
    <Form action={adding} submit="Add" onDone={onDone} onCancel={onCancel} fields={['title', 'detail']}>
      <TextField label="What is to be done" {...form.text('title')} />
      <TextArea label="More about it" optional rows={3} {...form.text('detail')} />
    </Form>
  )
}
