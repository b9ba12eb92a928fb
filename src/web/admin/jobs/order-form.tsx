import { hasEnded } from '../../../lib/job-states'
import type { Job } from '../../../modules/jobs'
import { formatMoment } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { SelectField, TextField, toast, type Option } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { Form, isChanged, useForm } from '../shared/form'
import { Loaded } from '../shared/list'
import { useDirectory } from '../shell/directory'
import type { ActionFormProps } from './job-fields'
import { chainedText, type ChainedJob } from './order-words'

const units = { minutes: 1, hours: 60, days: 1440 }
type Unit = keyof typeof units

const unitOptions: Option[] = [
  { value: 'minutes', label: 'Minutes' },
  { value: 'hours', label: 'Hours' },
  { value: 'days', label: 'Days' },
]

function unitOf(minutes: number): Unit {
  if (minutes % units.days === 0) return minutes === 0 ? 'hours' : 'days'
  return minutes % units.hours === 0 ? 'hours' : 'minutes'
}

/** Chooses the job of the same customer that has to be done first. */
export function OrderForm({ job, ends }: ActionFormProps) {
  const about = job.customerId === null ? { q: job.address } : { customerId: job.customerId }
  const load = useLoad((signal) => api.admin.jobs.get({ query: { ...about, limit: 50 }, signal }), [job.id])
  return (
    <Loaded load={load} lines={2}>
      {({ items }) => <Fields job={job} others={items} ends={ends} />}
    </Loaded>
  )
}

function Fields({ job, others, ends }: ActionFormProps & { others: Job[] }) {
  const { zoneOf } = useDirectory()
  const gap = job.after?.gapMinutes ?? 0
  const ordering = useAction(async () => {
    const { afterJobId, count, unit } = form.values
    const gapMinutes = Math.round(Number(count) * units[unit])
    await api.admin.jobs(job.id).patch(afterJobId === '' ? { afterJobId: null } : { afterJobId, gapMinutes })
    toast(afterJobId === '' ? 'This job can be done at any time' : 'Order saved')
  })
  const first: { afterJobId: string; count: string; unit: Unit } = {
    afterJobId: job.after?.jobId ?? '',
    count: String(gap / units[unitOf(gap)]),
    unit: unitOf(gap),
  }
  const form = useForm(first, ordering.fields)
  return (
    <Form
      action={ordering}
      submit="Save"
      ready={isChanged(form.values, first)}
      {...ends}
      fields={['afterJobId', 'count']}
    >
      <div class="form-grid">
        <div class="wide">
          <SelectField
            label="Schedule after"
            {...form.choice('afterJobId')}
            options={optionsFor(job, others, zoneOf(job.franchiseId))}
          />
        </div>
        {form.values.afterJobId !== '' && (
          <>
            <TextField label="At least this much later" type="number" min={0} {...form.text('count')} />
            <SelectField label="Unit" {...form.choice('unit')} options={unitOptions} />
          </>
        )}
      </div>
    </Form>
  )
}

/** The customer's other open jobs, and the one that is chosen now. */
function optionsFor(job: Job, others: Job[], zone: string): Option[] {
  const open = others.filter(
    ({ id, status, franchiseId, after }) =>
      id !== job.id &&
      franchiseId === job.franchiseId &&
      after?.jobId !== job.id &&
      (!hasEnded(status) || id === job.after?.jobId),
  )
  const isListed = open.some(({ id }) => id === job.after?.jobId)
  return [
    { value: '', label: open.length === 0 ? 'None: this customer has no other open job' : 'None' },
    ...(job.after && !isListed ? [{ value: job.after.jobId, label: chainedText(job.after, zone) }] : []),
    ...open.map(({ id, type, scheduledStart, reference }) => ({
      value: id,
      label: `${type}, ${scheduledStart === null ? 'not scheduled' : formatMoment(scheduledStart, zone)} (${reference})`,
    })),
  ]
}

/** The other job, which opens with a click. */
export const ChainedLink = ({ other, zone }: { other: ChainedJob; zone: string }) => (
  <button type="button" class="link-button" onClick={() => openJob(other.jobId)}>
    {chainedText(other, zone)}
  </button>
)
