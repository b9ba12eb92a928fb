import { useAction } from '../../client/hooks'
import { Drawer, SelectField, TextArea, TextField, toast } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { Form, numberOrNull, orNull, useForm, wordsOf } from '../shared/form'
import { WantedTime } from '../shared/wanted-time'
import { franchiseOptions, useDirectory } from '../shell/directory'
import { jobsChanged } from './changes'
import { CustomerFields, listPriceOf } from './job-fields'

const blank = {
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  address: '',
  type: '',
  price: '',
  preferredDate: '',
  preferredTime: '',
  addOns: '',
  franchiseId: '',
  notes: '',
  gutterLength: '',
  stories: '',
}

interface NewJobProps {
  open: boolean
  onClose: () => void
  /** What is known before, such as the customer. */
  first?: Partial<typeof blank>
}

export function NewJob({ open, onClose, first }: NewJobProps) {
  return (
    <Drawer title="Book a job" open={open} onClose={onClose}>
      <NewJobForm onClose={onClose} first={{ ...blank, ...first }} />
    </Drawer>
  )
}

function NewJobForm({ onClose, first }: { onClose: () => void; first: typeof blank }) {
  const directory = useDirectory()
  const booking = useAction(async () => {
    const { values } = form
    const { job, message } = await api.admin.jobs.post({
      ...values,
      customerEmail: orNull(values.customerEmail) ?? undefined,
      customerPhone: orNull(values.customerPhone) ?? undefined,
      preferredDate: orNull(values.preferredDate),
      preferredTime: orNull(values.preferredTime),
      franchiseId: orNull(values.franchiseId),
      notes: orNull(values.notes),
      addOns: wordsOf(values.addOns),
      price: numberOrNull(values.price),
      gutterLength: numberOrNull(values.gutterLength),
      stories: numberOrNull(values.stories),
    })
    toast(message)
    jobsChanged()
    onClose()
    openJob(job.id)
  })
  const form = useForm(first, booking.fields)
  const chooseService = (label: string) =>
    form.set({ type: label, ...listPriceOf(directory.services, label) })
  return (
    <Form action={booking} submit="Book job" onDone={() => {}} onCancel={onClose} fields={Object.keys(blank)}>
      <div class="form-grid">
        <CustomerFields text={form.text} />
        <SelectField
          label="Service"
          {...form.choice('type')}
          onChoice={chooseService}
          options={[
            { value: '', label: 'Choose a service' },
            ...directory.services.map(({ label }) => ({ value: label, label })),
          ]}
        />
        <TextField label="Price" inputMode="decimal" {...form.text('price')} />
        <SelectField
          label="Franchise"
          {...form.choice('franchiseId')}
          options={franchiseOptions(directory, 'Choose by address')}
        />
        <TextField label="Preferred date" type="date" optional {...form.text('preferredDate')} />
        <WantedTime {...form.text('preferredTime')} />
        <TextField label="Gutter length (ft)" inputMode="decimal" optional {...form.text('gutterLength')} />
        <TextField label="Stories" inputMode="decimal" optional {...form.text('stories')} />
        <div class="wide">
          <TextField label="Add-ons, separated by commas" optional {...form.text('addOns')} />
        </div>
        <div class="wide">
          <TextArea label="Notes" optional rows={3} {...form.text('notes')} />
        </div>
      </div>
    </Form>
  )
}
