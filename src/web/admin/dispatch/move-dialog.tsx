import type { Job } from '../../../modules/jobs/model'
import { useAction } from '../../client/hooks'
import { Button, Dialog, JobBadge, SelectField, TextField, toast } from '../../components'
import { openJob } from '../address'
import { workerOptions } from '../jobs/worker-options'
import { TellSwitch } from '../jobs/tell-switch'
import { wishedStart } from '../jobs/visit-times'
import { useDirectory } from '../shell/directory'
import { Form, orNull, useForm } from '../shared/form'
import { localTime } from '../shared/zone'
import { Candidates } from './candidates'
import { isMovable, placeJob, takeOff } from './place'

interface MoveProps {
  /** Null while nothing is chosen. */
  job: Job | null
  date: string
  tellCustomer: boolean
  onClose: () => void
  onDone: () => void
}

/** Everything dragging can do, for keyboards and for exact times. */
export function MoveDialog({ job, onClose, ...rest }: MoveProps) {
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
      {job && <MoveForm key={job.id} job={job} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function MoveForm({ job, date, tellCustomer, onDone }: MoveProps & { job: Job }) {
  const directory = useDirectory()
  const timeZone = directory.zoneOf(job.franchiseId)
  const begins = job.scheduledStart === null ? null : localTime(job.scheduledStart, timeZone)
  const moving = useAction(async () => {
    const { day, time, workerId, tell } = form.values
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const place = { workerId: orNull(workerId), date: day, minutes: hours * 60 + minutes, timeZone }
    await placeJob(job, { ...place, tellCustomer: tell })
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
  if (!isMovable(job))
    return (
      <div class="row">
        <JobBadge status={job.status} />
        <span>It cannot be moved any more.</span>
      </div>
    )
  return (
    <Form action={moving} submit="Set the time" onDone={onDone} fields={['workerId']}>
      <p class="soft small">{job.address}</p>
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
  )
}
