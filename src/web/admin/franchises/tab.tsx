import '../shared/kit'
import { formatPercent } from '../../client/format'
import { useState } from 'preact/hooks'
import type { Franchise } from '../../../modules/franchises'
import { Badge, Button, Drawer, Empty, Icon, RowLink } from '../../components'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, SearchFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { ConnectResult } from './account'
import { FranchiseDrawer } from './drawer'
import { FranchiseForm } from './form'

export default function FranchisesTab() {
  const directory = useDirectory()
  const { may } = useMe()
  const query = useFilters('q')
  const list = useList(api.admin.franchises, query)
  const { open } = useOpened()
  const [adding, setAdding] = useState(false)
  const changed = () => {
    list.reload()
    directory.reload()
  }
  return (
    <TabPage
      title="Franchises"
      actions={
        may('settings') && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Add franchise
          </Button>
        )
      }
    >
      <ConnectResult />
      <Filters>
        <SearchFilter label="Search by name" />
      </Filters>
      <List
        list={list}
        caption="Franchises"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          query.q === '' ? <NoneYet /> : <Empty title="No matching franchises">Try a shorter search.</Empty>
        }
        columns={[
          {
            head: 'Name',
            cell: (franchise) => (
              <>
                <span class="swatch" style={{ background: franchise.color }} />
                <RowLink>{franchise.name}</RowLink>
              </>
            ),
          },
          {
            head: 'Contact',
            cell: ({ contactName, email }) => <TwoLines first={contactName} second={email} />,
          },
          { head: 'Service area', cell: (franchise) => areaText(franchise) },
          { head: 'Sales tax', end: true, cell: ({ taxPercent }) => formatPercent(taxPercent) },
          ...(may('money.read')
            ? [{ head: 'Payouts', cell: (franchise: Franchise) => <AccountBadge franchise={franchise} /> }]
            : []),
          {
            head: 'Status',
            cell: ({ active }) => (active ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>),
          },
        ]}
      />
      <FranchiseDrawer onChange={changed} />
      <Drawer title="Add franchise" open={adding} onClose={() => setAdding(false)}>
        <FranchiseForm
          franchise={null}
          onCancel={() => setAdding(false)}
          onDone={({ id }) => {
            setAdding(false)
            changed()
            open(id)
          }}
        />
      </Drawer>
    </TabPage>
  )
}

const NoneYet = () => (
  <Empty title="No franchises yet" icon={<Icon name="store" />}>
    Add one to give it a service area and a share of its revenue. Until then, headquarters handles every job.
  </Empty>
)

function areaText({ areaZips, areaPolygon }: Franchise): string {
  const zips = areaZips.length > 0 && `${areaZips.length} ZIP code${areaZips.length === 1 ? '' : 's'}`
  return [areaPolygon && 'Map outline', zips].filter(Boolean).join(' + ') || 'Not set'
}

function AccountBadge({
  franchise: { accountId, payoutsEnabled, chargesEnabled },
}: {
  franchise: Franchise
}) {
  if (accountId === null) return <Badge>Not connected</Badge>
  return payoutsEnabled && chargesEnabled ? (
    <Badge tone="good">Connected</Badge>
  ) : (
    <Badge tone="warn">Setup incomplete</Badge>
  )
}
