import { useState } from 'preact/hooks'
import type { Promo, Service } from '../../../modules/catalog'
import { formatDay, formatMoney } from '../../client/format'
import { Badge, Button, Drawer, Empty, RowLink } from '../../components'
import { api } from '../session'
import { List, useList } from '../shared/list'
import { TabPage } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { PromoForm, ServiceForm } from './forms'

type Opened = { service: Service | null } | { promo: Promo | null } | null

export default function ServicesTab() {
  const directory = useDirectory()
  const services = useList(api.admin.services)
  const promos = useList(api.admin.promos)
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const saved = () => {
    close()
    services.reload()
    promos.reload()
    directory.reload()
  }
  return (
    <TabPage
      title="Services"
      actions={
        <Button kind="primary" onClick={() => setOpened({ service: null })}>
          Add a service
        </Button>
      }
    >
      <List
        list={services}
        caption="Services"
        keyOf={({ id }) => id}
        onOpen={(service) => setOpened({ service })}
        empty={<Empty title="No services yet">Customers book what stands here.</Empty>}
        columns={[
          { head: 'Service', cell: ({ label }) => <RowLink>{label}</RowLink> },
          {
            head: 'List price',
            end: true,
            cell: ({ listPrice }) => (listPrice === null ? '–' : formatMoney(listPrice)),
          },
          {
            head: 'Takes',
            end: true,
            cell: ({ baseMinutes }) =>
              baseMinutes === null ? <Badge tone="warn">No minutes</Badge> : `${baseMinutes} min`,
          },
          { head: 'Pause after', end: true, cell: ({ bufferMinutes }) => `${bufferMinutes} min` },
          { head: 'Skills', cell: ({ skills }) => skills.join(', ') },
          { head: 'State', cell: ({ active }) => <Active active={active} /> },
        ]}
      />
      <div class="row-apart">
        <h2>Promo codes</h2>
        <Button onClick={() => setOpened({ promo: null })}>Add a code</Button>
      </div>
      <List
        list={promos}
        caption="Promo codes"
        keyOf={({ id }) => id}
        onOpen={(promo) => setOpened({ promo })}
        empty={
          <Empty title="No codes yet">
            A code takes a percentage or an amount off a price. Customers enter it as they book, you under
            Reprice.
          </Empty>
        }
        columns={[
          { head: 'Code', cell: ({ code }) => <RowLink>{code}</RowLink> },
          {
            head: 'Takes off',
            end: true,
            cell: ({ kind, value }) => (kind === 'percent' ? `${value}%` : formatMoney(value)),
          },
          {
            head: 'Used',
            end: true,
            cell: ({ uses, maxUses }) => (maxUses === null ? uses : `${uses} of ${maxUses}`),
          },
          {
            head: 'Until',
            cell: ({ validUntil }) => (validUntil === null ? 'No end' : formatDay(validUntil)),
          },
          {
            head: 'Franchise',
            cell: ({ franchiseId }) =>
              franchiseId === null ? 'Every' : directory.franchiseName(franchiseId),
          },
          { head: 'State', cell: ({ active }) => <Active active={active} /> },
        ]}
      />
      <Drawer title={titleOf(opened)} open={opened !== null} onClose={close}>
        {opened && 'service' in opened && (
          <ServiceForm service={opened.service} onDone={saved} onCancel={close} />
        )}
        {opened && 'promo' in opened && <PromoForm promo={opened.promo} onDone={saved} onCancel={close} />}
      </Drawer>
    </TabPage>
  )
}

const Active = ({ active }: { active: boolean }) =>
  active ? <Badge tone="good">In use</Badge> : <Badge>Off</Badge>

function titleOf(opened: Opened): string {
  if (opened === null) return ''
  if ('service' in opened) return opened.service?.label ?? 'Add a service'
  return opened.promo?.code ?? 'Add a promo code'
}
