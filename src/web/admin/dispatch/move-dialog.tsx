import { useRef, useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { ApiError } from '../../client/api'
import { formatMoment, formatTimeZone } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Button, Dialog, JobBadge, SelectField, TextField } from '../../components'
import { openJob } from '../address'
import { SecondField, TellSwitch, workerOptions } from '../jobs/job-fields'
import { preferredStart } from '../jobs/visit-times'
import { api } from '../session'
import { Form, orNull, useForm } from '../shared/form'
import { preferredText } from '../shared/preferred'
import { preferredTimeText } from '../shared/wanted-time'
import { asSentence } from '../shared/words'
import { localTime } from '../shared/zone'
import { technicianNames, useDirectory } from '../shell/directory'
import { Candidates } from './candidates'
import type { Change } from './change-bar'
import { useConsent } from './consent'
import { placeJob, takeOff } from './day'
import { startOf } from './place'
import { minutesAt } from './hours'
import { isMovable } from './lane-visits'

interface MoveProps {
  /** Null while no visit is open. */
  job: Job | null
  date: string
  onClose: () => void
  onDone: (change: Change) => void
  /** Called with the current job when it has changed since it was loaded. */
  onStale: (job: Job) => void
}

/** Does everything dragging can, for keyboards and exact times. */
export function MoveDialog({ job, onClose, onStale, ...rest }: MoveProps) {
  const [refusal, setRefusal] = useState<{ id: string; problem: string } | null>(null)
  const lookAgain = async (stale: Job, problem: string) => {
    const { job: fresh } = await api.admin.jobs(stale.id).get()
    if (fresh.revision === stale.revision) return
    setRefusal({ id: stale.id, problem })
    onStale(fresh)
  }
  return (
    <Dialog title={job ? `${job.customerName} · ${job.type}` : ''} open={job !== null} onClose={onClose}>
      {job && (
        <div class="stack">
          <div class="row-apart move-about">
            <MoveAbout job={job} />
            <Button
              size="small"
              onClick={() => {
                onClose()
                openJob(job.id)
              }}
            >
              Open job
            </Button>
          </div>
          {refusal?.id === job.id && (
            <Alert tone="warn">{`${asSentence(refusal.problem)} Here's the latest version.`}</Alert>
          )}
          <MoveForm
            key={`${job.id}-${job.revision}`}
            job={job}
            onStale={lookAgain}
            onClose={onClose}
            {...rest}
          />
        </div>
      )}
    </Dialog>
  )
}

/** Where the job is and when its customer would like it. */
function MoveAbout({ job }: { job: Job }) {
  const { zoneOf } = useDirectory()
  const preference = preferredTimeText(job)
  return (
    <p class="soft small">
      {job.address}
      <br />
      {preference === ''
        ? 'Any time works'
        : preferredText(job.preferredDate, zoneOf(job.franchiseId), preference)}
    </p>
  )
}

interface MoveFormProps extends Pick<MoveProps, 'date' | 'onClose' | 'onDone'> {
  job: Job
  onStale: (job: Job, problem: string) => Promise<void>
}

function MoveForm({ job, date, onClose, onDone, onStale }: MoveFormProps) {
  const directory = useDirectory()
  const timeZone = directory.zoneOf(job.franchiseId)
  const begins = job.scheduledStart === null ? null : localTime(job.scheduledStart, timeZone)
  const consent = useConsent()
  const done = useRef<Change | null>(null)
  const moving = useAction(async () => {
    const tellCustomer = form.values.tell
    try {
      const placed = await placeJob(job, placeOf(), { tellCustomer })
      const who = technicianNames(placed, directory) || 'unassigned'
      const when = placed.scheduledStart === null ? '' : formatMoment(placed.scheduledStart, timeZone)
      done.current = { job: placed, text: `${job.customerName} is scheduled: ${when}, ${who}`, tellCustomer }
    } catch (error) {
      if (isStale(error)) await onStale(job, error.message)
      throw error
    }
  })
  const removing = useAction(async () => {
    const tellCustomer = form.values.tell
    const waiting = await takeOff(job, tellCustomer)
    onDone({ job: waiting, text: `${job.customerName} is no longer scheduled`, tellCustomer })
  })
  const form = useForm(
    {
      day: begins?.date ?? date,
      time: begins?.time ?? preferredStart(job.preferredTime),
      workerId: job.workerId ?? '',
      secondWorkerId: job.secondWorkerId ?? '',
      tell: true,
    },
    moving.fields,
  )
  const placeOf = () => {
    const { day, time, workerId, secondWorkerId } = form.values
    const technicians = { workerId: orNull(workerId), secondWorkerId: orNull(secondWorkerId) }
    return { ...technicians, date: day, minutes: minutesAt(time), timeZone }
  }
  const placing = consent.asked(moving, job, () => {
    const { workerId, secondWorkerId, ...when } = placeOf()
    return { workerId, secondWorkerId, start: startOf(when) }
  })
  if (!isMovable(job))
    return (
      <div class="row">
        <JobBadge status={job.status} />
        <span>This visit can't be moved anymore.</span>
      </div>
    )
  return (
    <>
      {consent.dialog}
      <Form
        action={placing}
        submit={job.status === 'pending' ? 'Schedule visit' : 'Save changes'}
        onDone={() => done.current && onDone(done.current)}
        onCancel={onClose}
        fields={['workerId', 'secondWorkerId']}
        beside={
          job.status === 'scheduled' && (
            <Button data-beside busy={removing.busy} onClick={() => void removing.run()}>
              Unschedule
            </Button>
          )
        }
      >
        <div class="form-grid">
          <SelectField
            label="Technician"
            {...form.choice('workerId')}
            options={workerOptions(directory, job.franchiseId)}
          />
          <SecondField job={job} directory={directory} {...form.choice('secondWorkerId')} />
          <TextField label="Date" type="date" {...form.text('day')} />
          <TextField
            label="Start time"
            type="time"
            step={900}
            {...form.text('time')}
            hint={formatTimeZone(timeZone)}
          />
        </div>
        <Candidates
          job={job}
          timeZone={timeZone}
          onChoose={(workerId, start) => {
            const { date: day, time } = localTime(start, timeZone)
            form.set({ workerId, day, time })
          }}
        />
        <TellSwitch {...form.check('tell')} />
        {removing.problem !== null && <p class="field-error">{removing.problem}</p>}
      </Form>
    </>
  )
}

const isStale = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409
