import type { Job } from '../../../modules/jobs'
import type { Service } from '../../../modules/catalog'
import { CheckField, TextField, type Option } from '../../components'
import type { BoundText, FormEnds } from '../shared/form'
import type { Directory } from '../shell/directory'

/** What every form of the actions is given. */
export interface ActionFormProps {
  job: Job
  ends: FormEnds
}

interface TellProps {
  checked: boolean
  onCheck: (checked: boolean) => void
}

/** Every action says openly whether the customer hears of it. */
export const TellSwitch = (props: TellProps) => <CheckField label="Tell the customer" {...props} />

type CustomerField = 'customerName' | 'customerEmail' | 'customerPhone' | 'address'

/** Who wants the work and where, for a form with these fields. */
export const CustomerFields = ({ text }: { text: (name: CustomerField) => BoundText }) => (
  <>
    <TextField label="Customer" {...text('customerName')} />
    <TextField label="E-mail" type="email" optional {...text('customerEmail')} />
    <TextField label="Phone" type="tel" optional {...text('customerPhone')} />
    <div class="wide">
      <TextField label="Address" {...text('address')} />
    </div>
  </>
)

/** The franchise's own people first; the rest follow, since the office may know better. */
export function workerOptions({ workers }: Directory, franchiseId: string | null): Option[] {
  const active = workers.filter((worker) => worker.active)
  const own = active.filter((worker) => worker.franchiseId === franchiseId)
  const others = active.filter((worker) => worker.franchiseId !== franchiseId)
  return [
    { value: '', label: 'Nobody yet' },
    ...own.map(({ id, name }) => ({ value: id, label: name })),
    ...others.map(({ id, name }) => ({ value: id, label: `${name} (elsewhere)` })),
  ]
}

/** What to put into a form when a service is chosen; nothing where it has no list price. */
export function listPriceOf(
  services: Pick<Service, 'label' | 'listPrice'>[],
  label: string,
): { price?: string } {
  const price = services.find((service) => service.label === label)?.listPrice
  return price === null || price === undefined ? {} : { price: String(price) }
}
