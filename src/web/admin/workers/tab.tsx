import { useState } from 'preact/hooks'
import { Badge, Button, Drawer, Empty, RowLink } from '../../components'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, FranchiseFilter, SearchFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { WorkerDrawer, WorkerForm } from './drawer'

export default function WorkersTab() {
  const directory = useDirectory()
  const list = useList(api.admin.workers, useFilters('q', 'franchiseId'))
  const { open } = useOpened()
  const [adding, setAdding] = useState(false)
  const changed = () => {
    list.reload()
    directory.reload()
  }
  return (
    <TabPage
      title="Workers"
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add a worker
        </Button>
      }
    >
      <Filters>
        <SearchFilter label="Part of the name, e-mail or phone" />
        <FranchiseFilter />
      </Filters>
      <List
        list={list}
        caption="Workers"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<Empty title="Nobody here">Add the people who do the work.</Empty>}
        columns={[
          { head: 'Name', cell: ({ name }) => <RowLink>{name}</RowLink> },
          { head: 'Franchise', cell: ({ franchiseId }) => directory.franchiseName(franchiseId) },
          {
            head: 'Reached by',
            cell: ({ email, phone }) => <TwoLines first={phone ?? email} second={phone && email} />,
          },
          { head: 'Skills', cell: ({ skills }) => skills.join(', ') },
          {
            head: 'State',
            cell: ({ active }) => (active ? <Badge tone="good">Active</Badge> : <Badge>Off</Badge>),
          },
        ]}
      />
      <WorkerDrawer onChange={changed} />
      <Drawer title="Add a worker" open={adding} onClose={() => setAdding(false)}>
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
