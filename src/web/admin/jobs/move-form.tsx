import { mayBecome } from '../../../lib/job-states'
import { useAction } from '../../client/hooks'
import { SelectField, toast } from '../../components'
import { api } from '../session'
import { Form, useForm } from '../shared/form'
import { jobWords } from '../shared/words'
import type { ActionFormProps } from './actions'
import { TellSwitch } from './tell-switch'

/** The likely one first; cancelling has a form of its own. */
const likely = ['en_route', 'in_progress', 'completed', 'no_show', 'scheduled', 'pending'] as const

/** Nobody is told what happens before their eyes, nor that somebody has not left after all. */
const untold = new Set(['in_progress', 'scheduled'])

/** A visit becomes scheduled by getting a time; from here it only goes back to it. */
const wordsOf = (to: string): string =>
  to === 'scheduled' ? 'Not on the way: scheduled again' : (jobWords[to] ?? to)

export function MoveForm({ job, ends }: ActionFormProps) {
  const states = likely.filter((to) => mayBecome(job.status, to))
  const moving = useAction(async () => {
    await api.post(`/api/admin/jobs/${job.id}/move`, form.values)
    toast(`The job is now: ${jobWords[form.values.to] ?? form.values.to}`)
  })
  const form = useForm<{ to: string; tellCustomer: boolean }>(
    { to: states[0] ?? '', tellCustomer: true },
    moving.fields,
  )
  return (
    <Form action={moving} submit="Move on" {...ends} fields={['to']}>
      <SelectField
        label="What it becomes"
        {...form.choice('to')}
        options={states.map((value) => ({ value, label: wordsOf(value) }))}
      />
      {!untold.has(form.values.to) && <TellSwitch {...form.check('tellCustomer')} />}
    </Form>
  )
}
