import type { Franchise } from '../../../modules/franchises/model'
import { useLoad } from '../../client/hooks'
import { Drawer } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Loaded } from '../shared/loaded'
import { useOpened } from '../shared/opened'
import { Account } from './account'
import { Area } from './area'
import { FranchiseForm } from './form'
import { Payouts } from './payouts'
import { Splits } from './splits'

export function FranchiseDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useLoad<Franchise | null>(
    (signal) =>
      id === '' ? Promise.resolve(null) : api.get(`/api/admin/franchises/${id}`, undefined, signal),
    [id],
  )
  const changed = () => {
    load.reload()
    onChange()
  }
  const franchise = load.data?.id === id ? load.data : null
  return (
    <Drawer title={franchise?.name ?? 'Franchise'} open={id !== ''} onClose={close}>
      <Loaded load={{ ...load, data: franchise }} lines={8}>
        {(found) =>
          found && (
            <div key={found.id}>
              <Area key={`area-${found.updatedAt}`} franchise={found} onDone={changed} />
              <Account franchiseId={found.id} onChange={onChange} />
              <Splits franchiseId={found.id} timeZone={found.timeZone} />
              <Payouts franchiseId={found.id} />
              <Section title="About and tax">
                <FranchiseForm key={found.updatedAt} franchise={found} onDone={changed} />
              </Section>
            </div>
          )
        }
      </Loaded>
    </Drawer>
  )
}
