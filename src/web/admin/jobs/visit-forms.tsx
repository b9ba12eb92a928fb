import { useState } from 'preact/hooks'
import { mayBecome } from '../../../lib/job-states'
import { formatTimeZone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { CheckField, SelectField, TextField, toast, jobWords } from '../../components'
import { Candidates } from '../dispatch/candidates'
import { useConsent } from '../dispatch/consent'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'
import { localTime, today, addDays } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { SecondField, TellSwitch, workerOptions, type ActionFormProps } from './job-fields'
import { endAfter, lengthOf, visitOf, preferredStart } from './visit-times'

export function ScheduleForm({ job, ends }: ActionFormProps) {
  const directory = useDirectory()
  const zone = directory.zoneOf(job.franchiseId)
  const begins = job.scheduledStart === null ? null : localTime(job.scheduledStart, zone)
  const until = job.scheduledEnd === null ? null : localTime(job.scheduledEnd, zone)
  /** The visit keeps its duration until the user sets another end. */
  const [length, setLength] = useState(lengthOf(job))
  const consent = useConsent()
  const scheduling = useAction(async () => {
    const { workerId, secondWorkerId, locked, tellCustomer } = form.values
    await api.admin.jobs(job.id).schedule.post({
      ...visitOf(form.values, length, zone),
      workerId: orNull(workerId),
      secondWorkerId: orNull(secondWorkerId),
      locked,
      tellCustomer,
      revision: job.revision,
    })
    toast('Visit scheduled')
  })
  const form = useForm(
    {
      date: begins?.date ?? job.preferredDate?.slice(0, 10) ?? addDays(today(zone), 1),
      start: begins?.time ?? preferredStart(job.preferredTime),
      end: until?.time ?? '',
      workerId: job.workerId ?? '',
      secondWorkerId: job.secondWorkerId ?? '',
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
      : {
          workerId: orNull(form.values.workerId),
          secondWorkerId: orNull(form.values.secondWorkerId),
          start: visit.start,
          length: takes,
        }
  })
  return (
    <>
      {consent.dialog}
      <Form
        action={asked}
        submit={job.status === 'pending' ? 'Schedule visit' : 'Save changes'}
        {...ends}
        fields={['start', 'end', 'workerId', 'secondWorkerId']}
      >
        <div class="form-grid form-grid-2">
          <TextField label="Date" type="date" {...form.text('date')} />
          <SelectField
            label="Technician"
            {...form.choice('workerId')}
            options={workerOptions(directory, job.franchiseId)}
          />
          <SecondField job={job} directory={directory} {...form.choice('secondWorkerId')} />
          <TextField
            label="Start time"
            type="time"
            {...form.text('start')}
            onText={setStart}
            hint={formatTimeZone(zone)}
          />
          <TextField
            label="End time"
            type="time"
            optional
            {...form.text('end')}
            onText={setEnd}
            hint="Leave blank for the usual duration"
          />
        </div>
        <Candidates
          job={job}
          timeZone={zone}
          onChoose={(workerId, moment) => {
            const { date, time } = localTime(moment, zone)
            const end = length === null ? null : endAfter({ date, time }, length, zone)
            form.set({ workerId, date, start: time, ...(end && { end: end.time }) })
          }}
        />
        <div class="row">
          <CheckField label="Lock visit (dispatch plans won't move it)" {...form.check('locked')} />
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
    const { workerId, secondWorkerId, tellCustomer } = form.values
    await api.admin.jobs(job.id).assign.post({
      workerId: orNull(workerId),
      secondWorkerId: orNull(secondWorkerId),
      tellCustomer,
      revision: job.revision,
    })
    toast(workerId === '' ? 'Visit unassigned' : `Assigned to ${directory.workerName(workerId)}`)
  })
  const form = useForm(
    { workerId: job.workerId ?? '', secondWorkerId: job.secondWorkerId ?? '', tellCustomer: true },
    assigning.fields,
  )
  const asked = consent.asked(assigning, job, () =>
    job.scheduledStart === null
      ? null
      : {
          workerId: orNull(form.values.workerId),
          secondWorkerId: orNull(form.values.secondWorkerId),
          start: job.scheduledStart,
        },
  )
  return (
    <>
      {consent.dialog}
      <Form
        action={asked}
        submit="Assign"
        ready={
          form.values.workerId !== (job.workerId ?? '') ||
          form.values.secondWorkerId !== (job.secondWorkerId ?? '')
        }
        {...ends}
        fields={['workerId', 'secondWorkerId']}
      >
        <SelectField
          label="Technician"
          {...form.choice('workerId')}
          options={workerOptions(directory, job.franchiseId)}
        />
        <SecondField job={job} directory={directory} {...form.choice('secondWorkerId')} />
        <TellSwitch {...form.check('tellCustomer')} />
      </Form>
    </>
  )
}

/** Most likely status first. Canceling has its own form. */
const choices = ['en_route', 'in_progress', 'completed', 'no_show', 'scheduled', 'pending'] as const

/** Customers get no message about these: they see the work start, and a wrong tap is no news. */
const silent = new Set(['in_progress', 'scheduled'])

/** This form only returns a visit to scheduled; scheduling needs a time. */
const wordsOf = (to: string): string => (to === 'scheduled' ? 'Back to scheduled' : (jobWords[to] ?? to))

export function MoveForm({ job, ends }: ActionFormProps) {
  const { zoneOf } = useDirectory()
  const states = choices.filter((to) => mayBecome(job.status, to))
  const zone = zoneOf(job.franchiseId)
  // Nobody is on the way to a visit of another day, and a wrong click would tell its customer so.
  const isAhead = job.scheduledStart !== null && localTime(job.scheduledStart, zone).date > today(zone)
  const moving = useAction(async () => {
    await api.admin.jobs(job.id).move.post({ ...form.values, to: form.values.to || null })
    toast(`Status changed to ${jobWords[form.values.to] ?? form.values.to}`)
  })
  const form = useForm<{ to: (typeof choices)[number] | ''; tellCustomer: boolean }>(
    { to: isAhead ? '' : (states[0] ?? ''), tellCustomer: true },
    moving.fields,
  )
  return (
    <Form action={moving} submit="Change status" ready={form.values.to !== ''} {...ends} fields={['to']}>
      <SelectField
        label="New status"
        {...form.choice('to')}
        options={[
          ...(isAhead ? [{ value: '', label: 'Choose a status' }] : []),
          ...states.map((value) => ({ value, label: wordsOf(value) })),
        ]}
      />
      {form.values.to !== '' && !silent.has(form.values.to) && <TellSwitch {...form.check('tellCustomer')} />}
    </Form>
  )
}
