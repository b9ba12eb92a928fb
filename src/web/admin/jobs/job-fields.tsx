import type { Job } from '../../../modules/jobs'
import type { Service } from '../../../modules/catalog'
import { CheckField, SelectField, TextField, type Option } from '../../components'
import type { BoundText, FormEnds } from '../shared/form'
import type { Directory } from '../shell/directory'

/** Props of every action form. */
export interface ActionFormProps {
  job: Job
  ends: FormEnds
}

interface TellProps {
  checked: boolean
  onCheck: (checked: boolean) => void
}

/** Every action shows whether the customer is notified. */
export const TellSwitch = (props: TellProps) => <CheckField label="Notify customer" {...props} />

type CustomerField = 'customerName' | 'customerEmail' | 'customerPhone' | 'address'

/** The customer's contact details and address. */
export const CustomerFields = ({ text }: { text: (name: CustomerField) => BoundText }) => (
  <>
    <TextField label="Customer name" {...text('customerName')} />
    <TextField label="Email" type="email" optional {...text('customerEmail')} />
    <TextField label="Phone" type="tel" optional {...text('customerPhone')} />
    <div class="wide">
      <TextField label="Address" {...text('address')} />
    </div>
  </>
)

export const technicianCounts: Option[] = [
  { value: '1', label: 'One' },
  { value: '2', label: 'Two' },
]

/** The franchise's own workers come first. The others follow, because HQ may still choose them. */
export function workerOptions({ workers }: Directory, franchiseId: string | null): Option[] {
  const active = workers.filter((worker) => worker.active)
  const own = active.filter((worker) => worker.franchiseId === franchiseId)
  const others = active.filter((worker) => worker.franchiseId !== franchiseId)
  return [
    { value: '', label: 'Unassigned' },
    ...own.map(({ id, name }) => ({ value: id, label: name })),
    ...others.map(({ id, name }) => ({ value: id, label: `${name} (other franchise)` })),
  ]
}

interface SecondProps {
  name: string
  value: string
  onChoice: (value: string) => void
  error: string | undefined
  job: Job
  directory: Directory
}

/** Only for jobs that need two technicians. */
export const SecondField = ({ job, directory, ...choice }: SecondProps) =>
  needsTwo(job) ? (
    <SelectField label="Second technician" {...choice} options={workerOptions(directory, job.franchiseId)} />
  ) : null

export const needsTwo = ({ technicians, secondWorkerId }: Job): boolean =>
  technicians === 2 || Boolean(secondWorkerId)

/** The price to fill in when a service is chosen; empty if the service has no list price. */
export function listPriceOf(
  services: Pick<Service, 'label' | 'listPrice'>[],
  label: string,
): { price?: string } {
  const price = services.find((service) => service.label === label)?.listPrice
  return price === null || price === undefined ? {} : { price: String(price) }
}
