import { useState } from 'preact/hooks'
import { formatMoney } from '../../client/format'
import {
  Button,
  Icon,
  JobBadge,
  Menu,
  Pager,
  RowLink,
  SelectionBar,
  Table,
  useSelection,
  type Column,
} from '../../components'
import { Facts, TwoLines } from '../shared/facts'
import { Shown } from './shown'

interface Visit {
  id: string
  name: string
  service: string
  status: string
  total: number
}

const visits: Visit[] = [
  { id: 'a', name: 'Ada Young', service: 'Gutter cleaning · TR-7K2Q9', status: 'scheduled', total: 256.5 },
  { id: 'b', name: 'José Okafor', service: 'Window washing · TR-BB7DM', status: 'in_progress', total: 1250 },
  { id: 'c', name: 'Zoë Ibrahim', service: 'Roof inspection · TR-73XVN', status: 'no_show', total: 99 },
]

const columns: Column<Visit>[] = [
  {
    head: 'Customer',
    sort: 'name',
    cell: ({ name, service }) => <TwoLines first={<RowLink>{name}</RowLink>} second={service} />,
  },
  { head: 'Status', cell: ({ status }) => <JobBadge status={status} /> },
  { head: 'Total', sort: 'total', end: true, cell: ({ total }) => formatMoney(total) },
  {
    head: '',
    end: true,
    cell: ({ name }) => (
      <Menu
        label={`Actions for ${name}`}
        items={[
          { label: 'Reschedule', icon: 'calendar-days', run: () => {} },
          { label: 'Cancel visit', icon: 'x', danger: true, run: () => {} },
        ]}
      />
    ),
  },
]

export function Tables() {
  const { clear, ...selection } = useSelection()
  const [by, setBy] = useState('name')
  const [down, setDown] = useState(false)
  const key = by === 'total' ? 'total' : 'name'
  const rows = visits.toSorted((one, other) => (one[key] < other[key] ? -1 : 1) * (down ? -1 : 1))
  const onSort = (name: string, isDown: boolean) => {
    setBy(name)
    setDown(isDown)
  }
  return (
    <>
      <Shown name="Table">
        <Table
          caption="Visits"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={() => {}}
          sorting={{ by, down, onSort }}
          selection={{ ...selection, nameOf: ({ name }) => name }}
        />
        <SelectionBar count={selection.chosen.size} onClear={clear}>
          <Button size="small">
            <Icon name="users" />
            Assign
          </Button>
          <Button size="small">
            <Icon name="file-up" />
            Export
          </Button>
        </SelectionBar>
        <Pager shown={3} more onMore={() => {}} />
      </Shown>
      <Shown name="Facts">
        <Facts
          facts={[
            ['Customer', 'Ada Young'],
            ['Address', '1420 Larimer St, Denver, CO 80202'],
            ['Balance due', <b key="due">$256.50</b>],
          ]}
        />
      </Shown>
      <Shown name="Timeline">
        <ol class="timeline">
          <li>
            <span class="strong">Completed</span>
            <small>Tue, Mar 3, 10:10 AM, Marcus Lee</small>
          </li>
          <li>
            <span class="strong">Scheduled</span>
            <span>Tue, Mar 3, 8:00 AM · Marcus Lee</span>
            <small>Mon, Mar 2, 4:20 PM, Dana</small>
          </li>
        </ol>
      </Shown>
    </>
  )
}
