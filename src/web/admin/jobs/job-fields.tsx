import type { Job } from '../../../modules/jobs'
import type { Service } from '../../../modules/catalog'
import { CheckField, type Option } from '../../components'
import type { FormEnds } from '../shared/form'
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
