import { useState } from 'preact/hooks'
import { mayBecome } from '../../../lib/job-states'
import { useAction } from '../../client/hooks'
import { CheckField, SelectField, TextField, toast, jobWords } from '../../components'
import { useConsent } from '../dispatch/consent'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'
import { localTime, today, addDays } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { TellSwitch, workerOptions, type ActionFormProps } from './job-fields'
import { endAfter, lengthOf, visitOf, wishedStart } from './visit-times'

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
    await api.admin.jobs(job.id).schedule.post({
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

export function AssignForm({ job, ends }: ActionFormProps) {
  const directory = useDirectory()
  const consent = useConsent()
  const assigning = useAction(async () => {
    const { workerId, tellCustomer } = form.values
    await api.admin.jobs(job.id).assign.post({
      workerId: orNull(workerId),
      tellCustomer,
      revision: job.revision,
    })
    toast(workerId === '' ? 'Nobody has the job now' : `${directory.workerName(workerId)} has the job`)
  })
  const form = useForm({ workerId: job.workerId ?? '', tellCustomer: true }, assigning.fields)
  const asked = consent.asked(assigning, job, () =>
    job.scheduledStart === null
      ? null
      : { workerId: orNull(form.values.workerId), start: job.scheduledStart },
  )
  return (
    <>
      {consent.dialog}
      <Form action={asked} submit="Assign" {...ends} fields={['workerId']}>
        <SelectField
          label="Worker"
          {...form.choice('workerId')}
          options={workerOptions(directory, job.franchiseId)}
        />
        <TellSwitch {...form.check('tellCustomer')} />
      </Form>
    </>
  )
}

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
    await api.admin.jobs(job.id).move.post({ ...form.values, to: form.values.to || null })
    toast(`The job is now: ${jobWords[form.values.to] ?? form.values.to}`)
  })
  const form = useForm<{ to: (typeof likely)[number] | ''; tellCustomer: boolean }>(
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
