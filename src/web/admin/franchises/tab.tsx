import { useState } from 'preact/hooks'
import type { Franchise } from '../../../modules/franchises'
import { Badge, Button, Drawer, Empty, RowLink } from '../../components'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, SearchFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { ConnectResult } from './account'
import { FranchiseDrawer, FranchiseForm } from './drawer'

export default function FranchisesTab() {
  const directory = useDirectory()
  const list = useList(api.admin.franchises, useFilters('q'))
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
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add a franchise
        </Button>
      }
    >
      <ConnectResult />
      <Filters>
        <SearchFilter label="Part of the name" />
      </Filters>
      <List
        list={list}
        caption="Franchises"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<Empty title="No franchises">Jobs outside every area are headquarters' own.</Empty>}
        columns={[
          {
            head: 'Name',
            cell: (franchise) => (
              <>
                <span class="swatch" style={{ background: franchise.colour }} />
                <RowLink>{franchise.name}</RowLink>
              </>
            ),
          },
          {
            head: 'Contact',
            cell: ({ contactName, email }) => <TwoLines first={contactName} second={email} />,
          },
          { head: 'Area', cell: (franchise) => areaText(franchise) },
          { head: 'Tax', end: true, cell: ({ taxPercent }) => `${taxPercent}%` },
          { head: 'Account', cell: (franchise) => <AccountBadge franchise={franchise} /> },
          {
            head: 'State',
            cell: ({ active }) => (active ? <Badge tone="good">Active</Badge> : <Badge>Off</Badge>),
          },
        ]}
      />
      <FranchiseDrawer onChange={changed} />
      <Drawer title="Add a franchise" open={adding} onClose={() => setAdding(false)}>
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

function areaText({ areaZips, areaPolygon }: Franchise): string {
  const zips =
    areaZips.length === 0 ? '' : `${areaZips.length} ZIP ${areaZips.length === 1 ? 'code' : 'codes'}`
  return [zips, areaPolygon && 'an outline'].filter(Boolean).join(' and ') || 'None yet'
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
    <Badge tone="warn">Not complete</Badge>
  )
}
