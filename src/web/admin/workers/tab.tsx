import '../shared/kit'
import { useState } from 'preact/hooks'
import { formatPhone } from '../../client/format'
import { Badge, Button, Drawer, Empty, Icon, RowLink } from '../../components'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, FranchiseFilter, SearchFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { WorkerDrawer, WorkerForm } from './drawer'

export default function WorkersTab() {
  const directory = useDirectory()
  const query = useFilters('q', 'franchiseId')
  const list = useList(api.admin.workers, query)
  const { open } = useOpened()
  const [adding, setAdding] = useState(false)
  const changed = () => {
    list.reload()
    directory.reload()
  }
  return (
    <TabPage
      title="Technicians"
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add technician
        </Button>
      }
    >
      <Filters>
        <SearchFilter label="Name, email or phone" />
        <FranchiseFilter />
      </Filters>
      <List
        list={list}
        caption="Technicians"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={query.q === '' && query.franchiseId === '' ? <NoneYet /> : <NoMatch />}
        columns={[
          { head: 'Name', cell: ({ name }) => <RowLink>{name}</RowLink> },
          { head: 'Franchise', cell: ({ franchiseId }) => directory.franchiseName(franchiseId) },
          {
            head: 'Contact',
            cell: ({ email, phone }) => (
              <TwoLines first={phone ? formatPhone(phone) : email} second={phone && email} />
            ),
          },
          { head: 'Skills', cell: ({ skills }) => skills.join(', ') },
          {
            head: 'Status',
            cell: ({ active }) => (active ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>),
          },
        ]}
      />
      <WorkerDrawer onChange={changed} />
      <Drawer title="Add technician" open={adding} onClose={() => setAdding(false)}>
        <WorkerForm
          worker={null}
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
  <Empty title="No technicians yet" icon={<Icon name="hard-hat" />}>
    Add the people who do the work, then set their hours.
  </Empty>
)

const NoMatch = () => (
  <Empty title="No matching technicians">Try a shorter search or choose another franchise.</Empty>
)
