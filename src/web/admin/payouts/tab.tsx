import '../shared/kit'
import type { FranchisePayouts } from '../../../modules/payouts'
import { download } from '../../client/download'
import { formatMoney } from '../../client/format'
import { Badge, Button, Empty, RowLink, type Column } from '../../components'
import { goTo } from '../address'
import { api } from '../session'
import { ExportButton } from '../shared/export-button'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { Filters, FranchiseFilter, TabPage, useFilters, useOpened } from '../shared/tab-page'
import { useMe } from '../shell/me'
import { PeriodFilter, usePeriod } from './period'
import { accountTrouble, Statement, StatementDrawer } from './statement'
import { Unsent } from './unsent'

export default function PayoutsTab() {
  const { franchiseId } = useMe()
  if (franchiseId === null) return <EveryFranchise />
  return (
    <TabPage title="Payouts">
      <Unsent franchiseId={franchiseId} onChange={() => {}} />
      <div class="card">
        <Statement franchiseId={franchiseId} />
      </div>
    </TabPage>
  )
}

function EveryFranchise() {
  const { may } = useMe()
  const { from, to, label } = usePeriod()
  const { franchiseId } = useFilters('franchiseId')
  const query = { franchiseId, from, to }
  const list = useList(api.admin.payouts, query)
  const { open } = useOpened()
  return (
    <TabPage
      title="Payouts"
      actions={
        <ExportButton
          onExport={() => download(api.admin.payouts, 'payouts.csv', { ...query, format: 'csv' })}
        />
      }
    >
      <Filters>
        <PeriodFilter />
        <FranchiseFilter />
      </Filters>
      <Unsent franchiseId={franchiseId} onChange={list.reload} />
      <section class="card stack" aria-labelledby="by-franchise">
        <h2 id="by-franchise">{`By franchise, ${label}`}</h2>
        <List
          list={list}
          caption={`Payouts by franchise, ${label}`}
          keyOf={(row) => row.franchiseId}
          onOpen={(row) => open(row.franchiseId)}
          empty={
            <Empty
              title="No franchises yet"
              action={may('settings') && <Button onClick={() => goTo('franchises')}>Add franchise</Button>}
            >
              A franchise gets its share of every payment for its jobs. Add one and set its share to start.
            </Empty>
          }
          columns={columns}
        />
      </section>
      <StatementDrawer rows={list.items} />
    </TabPage>
  )
}

/** An account that is missing matters once there is money for it. */
function AccountState(payouts: FranchisePayouts) {
  const text = accountTrouble(payouts)
  if (text === null) return null
  return payouts.balance > 0 ? <Badge tone="warn">{text}</Badge> : <>{text}</>
}

const columns: Column<FranchisePayouts>[] = [
  {
    head: 'Franchise',
    cell: (payouts) => (
      <TwoLines first={<RowLink>{payouts.franchise}</RowLink>} second={<AccountState {...payouts} />} />
    ),
  },
  {
    head: 'Paid out',
    end: true,
    cell: ({ net, takenBack }) => (
      <TwoLines
        first={net < 0 ? formatMoney(0) : formatMoney(net)}
        second={
          net < 0
            ? `${formatMoney(-net)} more reversed than sent`
            : takenBack > 0 && `${formatMoney(takenBack)} reversed`
        }
      />
    ),
  },
  {
    head: 'Waiting today',
    end: true,
    cell: ({ waiting }) => formatMoney(waiting),
  },
  {
    head: 'Failed',
    end: true,
    cell: ({ failed }) =>
      failed > 0 ? <span class="bad-text">{formatMoney(failed)}</span> : formatMoney(failed),
  },
  {
    head: 'Balance today',
    end: true,
    cell: ({ balance }) => (
      <TwoLines
        first={formatMoney(Math.abs(balance))}
        second={balance < 0 ? 'The franchise owes you' : balance > 0 && 'You owe the franchise'}
      />
    ),
  },
]
