import { useState } from 'preact/hooks'
import { useAction } from '../../client/hooks'
import { useConsent } from '../dispatch/consent'
import { CheckField, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { useDirectory } from '../shell/directory'
import { Form, orNull, useForm } from '../shared/form'
import { localTime, today, addDays } from '../shared/zone'
import type { ActionFormProps } from './actions'
import { TellSwitch } from './tell-switch'
import { endAfter, lengthOf, visitOf, wishedStart } from './visit-times'
import { workerOptions } from './worker-options'

export function ScheduleForm({ job, ends }: ActionFormProps) {
  const directory = useDirectory()
  const zone = directory.zoneOf(job.franchiseId)
  const begins = job.scheduledStart === null ? null : localTime(job.scheduledStart, zone)
  const until = job.scheduledEnd === null ? null : localTime(job.scheduledEnd, zone)
  /** It stays as it is until somebody says another end. */
  const [length, setLength] = useState(lengthOf(job))
  const consent = useConsent()
  const scheduling = useAction(async () => {
    const { workerId, locked, tellCustomer } = form.values
    await api.post(`/api/admin/jobs/${job.id}/schedule`, {
      ...visitOf(form.values, length, zone),
      workerId: orNull(workerId),
      locked,
      tellCustomer,
      revision: job.revision,
    })
    toast('The visit has its time')
  })
  const form = useForm(
    {
      date: begins?.date ?? job.preferredDate?.slice(0, 10) ?? addDays(today(zone), 1),
      start: begins?.time ?? wishedStart(job.preferredTime),
      end: until?.time ?? '',
      workerId: job.workerId ?? '',
      locked: job.locked,
      tellCustomer: true,
    },
    scheduling.fields,
  )
  const setStart = (start: string) => {
    const end = length === null ? null : endAfter({ date: form.values.date, time: start }, length, zone)
    form.set(end === null ? { start } : { start, end: end.time })
  }
  const setEnd = (end: string) => {
    setLength(null)
    form.set({ end })
  }
  const asked = consent.asked(scheduling, job, () => {
    const visit = visitOf(form.values, length, zone)
    const takes = visit.end ? Date.parse(visit.end) - Date.parse(visit.start) : length
    return visit.start === ''
      ? null
      : { workerId: orNull(form.values.workerId), start: visit.start, length: takes }
  })
  return (
    <>
      {consent.dialog}
      <Form action={asked} submit="Set the time" {...ends} fields={['start', 'end', 'workerId']}>
        <div class="form-grid">
          <TextField label="Day" type="date" {...form.text('date')} />
          <TextField label="From" type="time" {...form.text('start')} onText={setStart} hint={zone} />
          <TextField
            label="Until"
            type="time"
            optional
            {...form.text('end')}
            onText={setEnd}
            hint="Else by the service"
          />
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
    </>
  )
}
