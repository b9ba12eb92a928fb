import type { Franchise } from '../../../modules/franchises'
import { formatPhone } from '../../client/format'
import { Drawer } from '../../components'
import { api } from '../session'
import { Facts, Section } from '../shared/facts'
import { Later } from '../shared/later'
import { Loaded, useItem } from '../shared/list'
import { useOpened } from '../shared/tab-page'
import { timeZoneLabel } from '../shared/time-zones'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { Account, useAccount } from './account'
import { Area, areaOf } from './area'
import { detailsOf, FranchiseForm } from './form'
import { Splits, useSplits } from './splits'

export function FranchiseDrawer({ onChange }: { onChange: () => void }) {
  const { franchises } = useDirectory()
  const { id, close } = useOpened()
  const name = franchises.find((franchise) => franchise.id === id)?.name
  return (
    <Drawer title={name ?? 'Franchise'} open={id !== ''} onClose={close}>
      {id !== '' && <OpenFranchise key={id} id={id} onChange={onChange} />}
    </Drawer>
  )
}

/** Asks for all parts of the franchise at once, because the slowest answer then decides and not their sum. */
function OpenFranchise({ id, onChange }: { id: string; onChange: () => void }) {
  const { may } = useMe()
  const load = useItem(api.admin.franchises, id)
  const account = useAccount(id)
  const splits = useSplits(id)
  const changed = () => {
    load.reload()
    onChange()
  }
  // A form starts over when what it shows has changed, and keeps what is typed when another one is saved.
  return (
    <Loaded load={load} lines={8}>
      {(found) => (
        <div>
          {may('settings') && <Area key={JSON.stringify(areaOf(found))} franchise={found} onDone={changed} />}
          {may('administrator') && <Account franchiseId={id} load={account} onChange={onChange} />}
          {may('money.read') && <Splits franchiseId={id} timeZone={found.timeZone} list={splits} />}
          <Section title="Details">
            {may('settings') ? (
              <Later>
                <FranchiseForm key={JSON.stringify(detailsOf(found))} franchise={found} onDone={changed} />
              </Later>
            ) : (
              <FranchiseFacts franchise={found} />
            )}
          </Section>
        </div>
      )}
    </Loaded>
  )
}

/** For people who can't change a franchise. */
const FranchiseFacts = ({ franchise }: { franchise: Franchise }) => (
  <Facts
    facts={[
      ['Contact', franchise.contactName],
      ['Email', franchise.email],
      ['Phone', franchise.phone === null ? '' : formatPhone(franchise.phone)],
      ['Mailing address', franchise.postalAddress],
      ['Time zone', timeZoneLabel(franchise.timeZone)],
    ]}
  />
)
