import type { Option } from '../../components'
import type { Directory } from '../shell/directory'

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
