import { useState } from 'preact/hooks'
import type { Template, TemplateWithDates } from '../../../modules/templates/model'
import { formatDate, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Button, Drawer, Empty, RowLink } from '../../components'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Filters, SearchFilter, useFilters } from '../shared/filters'
import { List, useList } from '../shared/list'
import { Loaded } from '../shared/loaded'
import { useOpened } from '../shared/opened'
import { StateBadge } from '../shared/state-badge'
import { TwoLines } from '../shared/two-lines'
import { UpcomingDates } from './dates'
import { everyMonths } from './interval'
import { TemplateForm } from './template-form'

export function Templates() {
  const list = useList<Template>('/api/admin/templates', useFilters('q'))
  const { open } = useOpened()
  const [adding, setAdding] = useState(false)
  return (
    <div class="stack">
      <Filters>
        <SearchFilter label="Part of a name, e-mail or address" />
        <Button kind="primary" onClick={() => setAdding(true)}>
          Add visits
        </Button>
      </Filters>
      <List
        list={list}
        caption="Recurring visits"
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={<Empty title="No recurring visits">A template makes a job by itself every few months.</Empty>}
        columns={[
          {
            head: 'Customer',
            cell: (one) => <TwoLines first={<RowLink>{one.customerName}</RowLink>} second={one.address} />,
          },
          {
            head: 'Service',
            cell: ({ type, intervalMonths }) => (
              <TwoLines first={type} second={everyMonths(intervalMonths)} />
            ),
          },
          { head: 'Next', cell: ({ nextDate, state }) => (state === 'active' ? formatDate(nextDate) : '') },
          { head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
          { head: 'Price', end: true, cell: ({ price }) => formatMoney(price) },
        ]}
      />
      <TemplateDrawer onChange={list.reload} />
      <Drawer title="Add recurring visits" open={adding} onClose={() => setAdding(false)}>
        <TemplateForm
          template={null}
          onCancel={() => setAdding(false)}
          onDone={() => {
            setAdding(false)
            list.reload()
          }}
        />
      </Drawer>
    </div>
  )
}

function TemplateDrawer({ onChange }: { onChange: () => void }) {
  const { id, close } = useOpened()
  const load = useLoad<TemplateWithDates | null>(
    (signal) =>
      id === '' ? Promise.resolve(null) : api.get(`/api/admin/templates/${id}`, undefined, signal),
    [id],
  )
  const template = load.data?.id === id ? load.data : null
  return (
    <Drawer
      title={template ? `${template.customerName} · ${template.type}` : 'Recurring visits'}
      open={id !== ''}
      onClose={close}
    >
      <Loaded load={{ ...load, data: template }}>
        {(found) =>
          found && (
            <div>
              <UpcomingDates dates={found.upcoming} />
              <Section title="About">
                <TemplateForm
                  key={found.updatedAt}
                  template={found}
                  onDone={() => {
                    load.reload()
                    onChange()
                  }}
                />
              </Section>
            </div>
          )
        }
      </Loaded>
    </Drawer>
  )
}
