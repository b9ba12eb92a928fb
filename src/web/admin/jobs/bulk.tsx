import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import { Alert, Button, CheckField, SelectField, SelectionBar, TextField } from '../../components'
import { api, settings } from '../session'
import { BulkForm, Skipped, useBulk, type BulkWords } from '../shared/list-bulk'
import { addDays, localTime, today } from '../shared/zone'
import { useDirectory, type Directory } from '../shell/directory'
import { useMe } from '../shell/me'
import { jobsChanged } from './changes'
import { lengthOf, visitOf } from './visit-times'

interface JobBulkProps {
  rows: Job[]
  onClear: () => void
  onExport: () => void
}

/** Actions for the chosen jobs. Each change goes through the job's own endpoint. */
export function JobBulk({ rows, onClear, onExport }: JobBulkProps) {
  const { may } = useMe()
  const [asking, setAsking] = useState<'assign' | 'reschedule' | null>(null)
  const bulk = useBulk<Job>(({ customerName, reference }) => `${customerName} (${reference})`, jobsChanged)
  const close = () => setAsking(null)
  const movable = rows.filter(isScheduled).length
  const run: Run = (words, act) => {
    close()
    void bulk.run(words, rows, act)
  }
  return (
    <>
      <SelectionBar count={rows.length} onClear={onClear}>
        {may('dispatch') && (
          <>
            <Button size="small" disabled={movable === 0} onClick={() => setAsking('assign')}>
              Assign
            </Button>
            <Button size="small" disabled={movable === 0} onClick={() => setAsking('reschedule')}>
              Reschedule
            </Button>
            {movable === 0 && (
              <small class="soft">No scheduled visit to change. Open a job to schedule it.</small>
            )}
          </>
        )}
        <Button size="small" onClick={onExport}>
          Export selected
        </Button>
      </SelectionBar>
      {asking === 'assign' && <Assign rows={rows} movable={movable} onRun={run} onClose={close} />}
      {asking === 'reschedule' && <Reschedule rows={rows} movable={movable} onRun={run} onClose={close} />}
      {bulk.dialog}
    </>
  )
}

type Run = (words: BulkWords, act: (job: Job) => Promise<unknown>) => void

const isScheduled = ({ status }: Job): boolean => status === 'scheduled'

interface AskProps {
  rows: Job[]
  /** How many of them have a scheduled visit. */
  movable: number
  onRun: Run
  onClose: () => void
}

const words = (doing: string, done: string, what: string): BulkWords => ({
  doing: `${doing} ${what}`,
  done: `${done} ${what}`,
})

const jobsOf = (count: number): string => (count === 1 ? '1 job' : `${count} jobs`)

function Assign({ rows, movable, onRun, onClose }: AskProps) {
  const count = rows.length
  const directory = useDirectory()
  const [workerId, setWorker] = useState('')
  const [tellCustomer, setTell] = useState(true)
  const options = directory.workers.filter(({ active }) => active)
  const name = directory.workerName(workerId)
  return (
    <BulkForm
      title={`Assign ${jobsOf(count)}`}
      submit="Assign"
      disabled={workerId === ''}
      onClose={onClose}
      onSubmit={() =>
        onRun(words('Assigning', 'Assigned', `${jobsOf(count)} to ${name}`), async (job) => {
          if (!isScheduled(job)) throw new Skipped(notScheduled(job))
          await api.admin.jobs(job.id).assign.post({ workerId, tellCustomer, revision: job.revision })
        })
      }
    >
      {movable < count && <Alert tone="warn">{stayText(count - movable)}</Alert>}
      <SelectField
        label="Technician"
        value={workerId}
        onChoice={setWorker}
        options={[
          { value: '', label: 'Choose a technician' },
          ...options.map(({ id, name: label }) => ({ value: id, label })),
        ]}
      />
      <CheckField label={notifyText(movable)} checked={tellCustomer} onCheck={setTell} />
    </BulkForm>
  )
}

const notifyText = (count: number): string => (count === 1 ? 'Notify customer' : 'Notify customers')

function Reschedule({ rows, movable, onRun, onClose }: AskProps) {
  const directory = useDirectory()
  const [date, setDate] = useState(addDays(today(settings.timeZone), 1))
  const [tellCustomer, setTell] = useState(true)
  return (
    <BulkForm
      title={`Reschedule ${jobsOf(rows.length)}`}
      submit="Reschedule"
      disabled={date === ''}
      onClose={onClose}
      onSubmit={() =>
        onRun(words('Rescheduling', 'Rescheduled', jobsOf(rows.length)), async (job) => {
          if (!isScheduled(job)) throw new Skipped(notScheduled(job))
          const { workerId, locked, revision } = job
          const visit = movedTo(job, date, directory)
          await api.admin.jobs(job.id).schedule.post({ ...visit, workerId, locked, tellCustomer, revision })
        })
      }
    >
      {movable < rows.length && <Alert tone="warn">{stayText(rows.length - movable)}</Alert>}
      <TextField
        label="New date"
        type="date"
        value={date}
        onText={setDate}
        hint="Each visit keeps its time and technician"
      />
      <CheckField label={notifyText(movable)} checked={tellCustomer} onCheck={setTell} />
    </BulkForm>
  )
}

/** Jobs without a scheduled visit have nothing to change. */
const stayText = (rest: number): string =>
  rest === 1
    ? '1 of these jobs has no scheduled visit and stays as it is.'
    : `${rest} of these jobs have no scheduled visit and stay as they are.`

const notScheduled = ({ status }: Job): string =>
  status === 'pending'
    ? 'It has no visit yet. Open the job to schedule it.'
    : 'Its visit is under way or over, so it stays as it is.'

function movedTo(job: Job, date: string, { zoneOf }: Directory) {
  const zone = zoneOf(job.franchiseId)
  const { time } = localTime(job.scheduledStart ?? '', zone)
  return visitOf({ date, start: time, end: '' }, lengthOf(job), zone)
}
