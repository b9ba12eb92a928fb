import { useAction } from '../../client/hooks'
import { CheckField, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { useDirectory } from '../shell/directory'
import { Form, orNull, useForm } from '../shared/form'
import { isoOf, localTime, today, addDays } from '../shared/zone'
import type { ActionFormProps } from './actions'
import { TellSwitch } from './tell-switch'
import { workerOptions } from './worker-options'

export function ScheduleForm({ job, onDone, onCancel }: ActionFormProps) {
  const directory = useDirectory()
  const zone = directory.zoneOf(job.franchiseId)
  const begins = job.scheduledStart === null ? null : localTime(job.scheduledStart, zone)
  const ends = job.scheduledEnd === null ? null : localTime(job.scheduledEnd, zone)
  const scheduling = useAction(async () => {
    const { date, start, end, workerId, locked, tellCustomer } = form.values
    await api.post(`/api/admin/jobs/${job.id}/schedule`, {
      start: isoOf({ date, time: start }, zone) ?? '',
      end: end === '' ? undefined : isoOf({ date, time: end }, zone),
      workerId: orNull(workerId),
      locked,
      tellCustomer,
    })
    toast('The visit has its time')
  })
  const form = useForm(
    {
      date: begins?.date ?? job.preferredDate?.slice(0, 10) ?? addDays(today(zone), 1),
      start: begins?.time ?? '09:00',
      end: ends?.time ?? '',
      workerId: job.workerId ?? '',
      locked: job.locked,
      tellCustomer: true,
    },
    scheduling.fields,
  )
  return (
    <Form
      action={scheduling}
      submit="Set the time"
      onDone={onDone}
      onCancel={onCancel}
      fields={['start', 'end', 'workerId']}
    >
      <div class="form-grid">
        <TextField label="Day" type="date" {...form.text('date')} />
        <TextField label="From" type="time" {...form.text('start')} hint={zone} />
        <TextField label="Until" type="time" optional {...form.text('end')} hint="Else by the service" />
        <SelectField
          label="Worker"
          {...form.choice('workerId')}
          options={workerOptions(directory, job.franchiseId)}
        />
      </div>
      <div class="row">
        <CheckField label="Lock it where it is" {...form.check('locked')} />
        <TellSwitch {...form.check('tellCustomer')} />
      </div>
    </Form>
  )
}
