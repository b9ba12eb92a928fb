import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { ApiError } from '../../client/api'
import { useAction } from '../../client/hooks'
import { Alert, Button, Dialog, JobBadge, SelectField, TextField, toast } from '../../components'
import { openJob } from '../address'
import { workerOptions, TellSwitch } from '../jobs/job-fields'
import { wishedStart } from '../jobs/visit-times'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'
import { wishText } from '../shared/wanted-time'
import { localTime } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { Candidates } from './candidates'
import { useConsent } from './consent'
import { placeJob, startOf, takeOff } from './day'
import { minutesAt } from './hours'
import { isMovable } from './lane-visits'

interface MoveProps {
  /** Null while nothing is chosen. */
  job: Job | null
  date: string
  tellCustomer: boolean
  onClose: () => void
  onDone: () => void
  /** It is not any more as it was shown; this is how it stands. */
  onStale: (job: Job) => void
}

/** Everything dragging can do, for keyboards and for exact times. */
export function MoveDialog({ job, onClose, onStale, ...rest }: MoveProps) {
  const [refusal, setRefusal] = useState<{ id: string; problem: string } | null>(null)
  const lookAgain = async (stale: Job, problem: string) => {
    const { job: fresh } = await api.admin.jobs(stale.id).get()
    if (fresh.revision === stale.revision) return
    setRefusal({ id: stale.id, problem })
    onStale(fresh)
  }
  return (
    <Dialog
      title={job ? `${job.customerName} · ${job.type}` : ''}
      open={job !== null}
      onClose={onClose}
      foot={
        job && (
          <Button
            onClick={() => {
              onClose()
              openJob(job.id)
            }}
          >
            Open the job
          </Button>
        )
      }
    >
      {job && (
        <div class="stack">
          {refusal?.id === job.id && (
            <Alert tone="warn">{`${refusal.problem}. This is how it stands now.`}</Alert>
          )}
          <MoveForm key={`${job.id}-${job.revision}`} job={job} onStale={lookAgain} {...rest} />
        </div>
      )}
    </Dialog>
  )
}

interface MoveFormProps extends Pick<MoveProps, 'date' | 'tellCustomer' | 'onDone'> {
  job: Job
  onStale: (job: Job, problem: string) => Promise<void>
}

function MoveForm({ job, date, tellCustomer, onDone, onStale }: MoveFormProps) {
  const directory = useDirectory()
  const timeZone = directory.zoneOf(job.franchiseId)
  const begins = job.scheduledStart === null ? null : localTime(job.scheduledStart, timeZone)
  const consent = useConsent()
  const moving = useAction(async () => {
    try {
      await placeJob(job, { ...placeOf(), tellCustomer: form.values.tell })
    } catch (error) {
      if (isStale(error)) await onStale(job, error.message)
      throw error
    }
    toast('The visit has its time')
  })
  const removing = useAction(async () => {
    await takeOff(job, form.values.tell)
    toast('The job waits for a time again')
    onDone()
  })
  const form = useForm(
    {
      day: begins?.date ?? date,
      time: begins?.time ?? wishedStart(job.preferredTime),
      workerId: job.workerId ?? '',
      tell: tellCustomer,
    },
    moving.fields,
  )
  const placeOf = () => {
    const { day, time, workerId } = form.values
    return { workerId: orNull(workerId), date: day, minutes: minutesAt(time), timeZone }
  }
  const placing = consent.asked(moving, job, () => {
    const { workerId, ...when } = placeOf()
    return { workerId, start: startOf(when) }
  })
  if (!isMovable(job))
    return (
      <div class="row">
        <JobBadge status={job.status} />
        <span>It cannot be moved any more.</span>
      </div>
    )
  return (
    <>
      {consent.dialog}
      <Form action={placing} submit="Set the time" onDone={onDone} fields={['workerId']}>
        <p class="soft small">
          {job.address}
          <br />
          {wishText(job) === '' ? 'Any time will do' : `Wants ${wishText(job)}`}
        </p>
        <div class="form-grid">
          <SelectField
            label="Worker"
            {...form.choice('workerId')}
            options={workerOptions(directory, job.franchiseId)}
          />
          <TextField label="Day" type="date" {...form.text('day')} />
          <TextField label="From" type="time" step={900} {...form.text('time')} hint={timeZone} />
        </div>
        <Candidates
          job={job}
          timeZone={timeZone}
          onChoose={(workerId, start) => {
            const { date: day, time } = localTime(start, timeZone)
            form.set({ workerId, day, time })
          }}
        />
        <div class="row-apart">
          <TellSwitch {...form.check('tell')} />
          {job.status === 'scheduled' && (
            <Button size="small" busy={removing.busy} onClick={() => void removing.run()}>
              Take it off the board
            </Button>
          )}
        </div>
        {removing.problem !== null && <p class="field-error">{removing.problem}</p>}
      </Form>
    </>
  )
}

const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409
