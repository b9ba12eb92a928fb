import '../shared/kit'
import { useState } from 'preact/hooks'
import type { Worker } from '../../../modules/workforce'
import { formatPhone } from '../../client/format'
import { usePages } from '../../client/hooks'
import { Badge, Button, Drawer, Empty, Icon, RowLink, Skeleton } from '../../components'
import { setAddress } from '../address'
import { api } from '../session'
import { TwoLines } from '../shared/facts'
import { List } from '../shared/list'
import { skillWords } from '../shared/skills'
import { Filters, FranchiseFilter, SearchFilter, useFilters, useOpened, TabPage } from '../shared/tab-page'
import { loadAll, useDirectory, type Directory } from '../shell/directory'
import { WorkerDrawer, WorkerForm } from './drawer'

export default function WorkersTab() {
  const directory = useDirectory()
  const { sort, order, ...query } = useFilters('q', 'franchiseId', 'sort', 'order')
  const list = useEveryone(query)
  const by = isSortable(sort) ? sort : 'name'
  const down = order === 'desc'
  const inOrder = list.items.toSorted(byColumn(by, directory))
  const items = down ? inOrder.toReversed() : inOrder
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
        list={{ ...list, items }}
        sorting={{
          by,
          down,
          onSort: (next, isDown) => setAddress({ sort: next, order: isDown ? 'desc' : 'asc' }),
        }}
        caption="Technicians"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={query.q === '' && query.franchiseId === '' ? <NoneYet /> : <NoMatch />}
        columns={[
          { head: 'Name', sort: 'name', cell: ({ name }) => <RowLink>{name}</RowLink> },
          {
            head: 'Franchise',
            sort: 'franchise',
            cell: ({ franchiseId }) => directory.franchiseName(franchiseId),
          },
          {
            head: 'Contact',
            cell: ({ email, phone }) => (
              <TwoLines first={phone ? formatPhone(phone) : email} second={phone && email} />
            ),
          },
          { head: 'Skills', cell: ({ skills }) => skillWords(skills) },
          {
            head: 'Status',
            sort: 'status',
            cell: ({ active }) => (active ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>),
          },
        ]}
      />
      <WorkerDrawer onChange={changed} />
      <Drawer title="Add technician" open={adding} onClose={() => setAdding(false)}>
        {directory.loaded ? (
          <WorkerForm
            worker={null}
            onCancel={() => setAdding(false)}
            onDone={({ id }) => {
              setAdding(false)
              changed()
              open(id)
            }}
          />
        ) : (
          <Skeleton shape="facts" lines={10} />
        )}
      </Drawer>
    </TabPage>
  )
}

/** A company has few technicians, so all of them are here and can be sorted by any column. */
const useEveryone = (query: { q: string; franchiseId: string }) =>
  usePages(
    async (_, signal) => ({ items: await loadAll(api.admin.workers, signal, query), nextCursor: null }),
    [JSON.stringify(query)],
  )

type SortKey = (worker: Worker, directory: Directory) => string

const sortKeys = {
  name: ({ name }) => name,
  franchise: ({ franchiseId, name }, { franchiseName }) => `${franchiseName(franchiseId)} ${name}`,
  status: ({ active, name }) => `${active ? 'a' : 'i'} ${name}`,
} satisfies Record<string, SortKey>

const isSortable = (text: string): text is keyof typeof sortKeys => text in sortKeys

const byColumn = (by: keyof typeof sortKeys, directory: Directory) => (one: Worker, other: Worker) =>
  sortKeys[by](one, directory).localeCompare(sortKeys[by](other, directory), 'en')

const NoneYet = () => (
  <Empty title="No technicians yet" icon={<Icon name="hard-hat" />}>
    Add the people who do the work, then set their hours.
  </Empty>
)

const NoMatch = () => (
  <Empty title="No matching technicians">Try a shorter search or choose another franchise.</Empty>
)
