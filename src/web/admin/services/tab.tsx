import '../shared/kit'
import { useEffect, useState } from 'preact/hooks'
import type { Promo, Service } from '../../../modules/catalog'
import { formatDated, formatDuration, formatMoney, formatPercent } from '../../client/format'
import { Badge, Button, Drawer, Empty, Icon, RowLink } from '../../components'
import { api } from '../session'
import { List, useList } from '../shared/list'
import { skillWords } from '../shared/skills'
import { TabPage } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { PromoForm, ServiceForm } from './forms'

type Opened = { service: Service | null } | { promo: Promo | null } | null

export default function ServicesTab() {
  const directory = useDirectory()
  const services = useList(api.admin.services)
  const [opened, setOpened] = useState<Opened>(null)
  const [version, setVersion] = useState(0)
  const { may, mayForAll } = useMe()
  const close = () => setOpened(null)
  const saved = () => {
    close()
    services.reload()
    setVersion(version + 1)
    directory.reload()
  }
  return (
    <TabPage
      title="Services"
      actions={
        may('settings') && (
          <Button kind="primary" onClick={() => setOpened({ service: null })}>
            Add service
          </Button>
        )
      }
    >
      <List
        list={services}
        caption="Services"
        keyOf={({ id }) => id}
        onOpen={(service) => setOpened({ service })}
        empty={
          <Empty title="No services yet" icon={<Icon name="wrench" />}>
            Add the services customers can book online, with a price and a visit length.
          </Empty>
        }
        columns={[
          { head: 'Service', cell: ({ label }) => <RowLink>{label}</RowLink> },
          {
            head: 'List price',
            end: true,
            cell: ({ listPrice, byQuote }) =>
              byQuote ? 'By quote' : listPrice === null ? '–' : formatMoney(listPrice),
          },
          {
            head: 'Visit length',
            end: true,
            cell: ({ baseMinutes }) =>
              baseMinutes === null ? <Badge tone="warn">Not set</Badge> : formatDuration(baseMinutes),
          },
          {
            head: 'Buffer after',
            end: true,
            cell: ({ bufferMinutes }) => (bufferMinutes === 0 ? '–' : formatDuration(bufferMinutes)),
          },
          { head: 'Required skills', cell: ({ skills }) => skillWords(skills) },
          { head: 'Status', cell: ({ active }) => <Active active={active} /> },
        ]}
      />
      {mayForAll('catalog.read') && (
        <Promos
          version={version}
          isShown={services.data !== null || services.problem !== null}
          onOpen={(promo) => setOpened({ promo })}
        />
      )}
      <Drawer title={titleOf(opened)} open={opened !== null} onClose={close}>
        {opened && 'service' in opened && (
          <ServiceForm service={opened.service} onDone={saved} onCancel={close} />
        )}
        {opened && 'promo' in opened && <PromoForm promo={opened.promo} onDone={saved} onCancel={close} />}
      </Drawer>
    </TabPage>
  )
}

interface PromosProps {
  /** Grows with every change. */
  version: number
  /** Below a list whose length nobody knows yet, it would jump. */
  isShown: boolean
  onOpen: (promo: Promo | null) => void
}

function Promos({ version, isShown, onOpen }: PromosProps) {
  const directory = useDirectory()
  const { may } = useMe()
  const list = useList(api.admin.promos)
  useEffect(() => {
    if (version > 0) list.reload()
  }, [version])
  if (!isShown) return null
  return (
    <>
      <div class="row-apart">
        <h2>Promo codes</h2>
        {may('settings') && <Button onClick={() => onOpen(null)}>Add promo code</Button>}
      </div>
      <List
        list={list}
        caption="Promo codes"
        keyOf={({ id }) => id}
        onOpen={onOpen}
        empty={
          <Empty title="No promo codes yet" icon={<Icon name="tag" />}>
            Add one to offer a percentage or an amount off. Customers enter it when they book, and you can
            apply it when you change a job's price.
          </Empty>
        }
        columns={[
          { head: 'Code', cell: ({ code }) => <RowLink>{code}</RowLink> },
          {
            head: 'Discount',
            end: true,
            cell: ({ kind, value }) => (kind === 'percent' ? formatPercent(value) : formatMoney(value)),
          },
          {
            head: 'Used',
            end: true,
            cell: ({ uses, maxUses }) => (maxUses === null ? uses : `${uses} of ${maxUses}`),
          },
          {
            head: 'Valid until',
            cell: ({ validUntil }) => (validUntil === null ? 'No end date' : formatDated(validUntil)),
          },
          {
            head: 'Franchise',
            cell: ({ franchiseId }) => (franchiseId === null ? 'All' : directory.franchiseName(franchiseId)),
          },
          { head: 'Status', cell: ({ active }) => <Active active={active} /> },
        ]}
      />
    </>
  )
}

const Active = ({ active }: { active: boolean }) =>
  active ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>

function titleOf(opened: Opened): string {
  if (opened === null) return ''
  if ('service' in opened) return opened.service?.label ?? 'Add service'
  return opened.promo?.code ?? 'Add promo code'
}
