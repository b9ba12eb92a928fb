import { useContext } from 'preact/hooks'
import type { FranchisePayouts, PayoutStatement } from '../../../modules/payouts'
import { download } from '../../client/download'
import { formatDate, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Alert, Button, Drawer, Empty } from '../../components'
import { InOverlay } from '../../components/in-overlay'
import { goTo } from '../address'
import { api } from '../session'
import { useOpening } from '../shared/above'
import { Section, TwoLines } from '../shared/facts'
import { List, Loaded, useList } from '../shared/list'
import { useOpened } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import { PeriodFilter, usePeriod } from './period'
import { JobLink } from './unsent'

/** Why the payment processor can't pay the franchise yet. */
export const accountTrouble = ({
  hasAccount,
  payoutsEnabled,
}: Pick<FranchisePayouts, 'hasAccount' | 'payoutsEnabled'>): string | null =>
  !hasAccount ? 'No payout account' : payoutsEnabled ? null : 'Payout account not approved yet'

export function StatementDrawer({ rows }: { rows: FranchisePayouts[] }) {
  const { id, close } = useOpened()
  const row = rows.find(({ franchiseId }) => franchiseId === id)
  const { franchiseName } = useDirectory()
  return (
    <Drawer title={`Payouts · ${franchiseName(id)}`} open={id !== ''} onClose={close}>
      {row && row.balance > 0 && <Unpayable payouts={row} />}
      {id !== '' && <Statement key={id} franchiseId={id} />}
    </Drawer>
  )
}

/** Says why the franchise's money waits, and leads to where that can be changed. */
function Unpayable({ payouts }: { payouts: FranchisePayouts }) {
  const { may } = useMe()
  const trouble = accountTrouble(payouts)
  if (trouble === null) return null
  return (
    <Alert tone="warn">
      <p>{`${trouble}, so the franchise's share waits.`}</p>
      {may('administrator') && (
        <Button size="small" onClick={() => goTo('franchises', { id: payouts.franchiseId })}>
          {payouts.hasAccount ? 'Continue setup' : 'Set up account'}
        </Button>
      )}
    </Alert>
  )
}

/** A franchise's earnings and payouts in a period, line by line, with the files it gets. */
export function Statement({ franchiseId }: { franchiseId: string }) {
  const { from, to, label } = usePeriod()
  const payouts = api.admin.franchises(franchiseId).payouts
  const load = useLoad(
    (signal) => payouts.statement.get({ query: { from, to }, signal }),
    [franchiseId, from, to],
  )
  useOpening(useContext(InOverlay) && load.data === null && load.problem === null)
  const list = useList(payouts, { from, to, limit: '25' })
  const file = `payouts-${from}-${to}`
  return (
    <div>
      <Section
        title={`Statement for ${label}`}
        actions={
          <span class="row">
            <Button kind="primary" onClick={() => void download(payouts.pdf, `${file}.pdf`, { from, to })}>
              Download PDF
            </Button>
            <Button onClick={() => void download(payouts, `${file}.csv`, { from, to, format: 'csv' })}>
              Download CSV
            </Button>
          </span>
        }
      >
        <PeriodFilter />
        <Loaded load={load} lines={6}>
          {(statement) => <Sums statement={statement} />}
        </Loaded>
      </Section>
      <Section title="Payouts">
        <List
          list={list}
          caption={`Payouts in ${label}`}
          keyOf={({ entry }) => String(entry)}
          empty={
            <Empty title="No payouts in this period">
              When customers pay for this franchise's jobs, we pay out its share. Choose another period to see
              earlier payouts.
            </Empty>
          }
          columns={[
            { head: 'Job', cell: (line) => <JobLink {...line} /> },
            {
              head: 'Date',
              cell: ({ date, service }) => (
                <TwoLines first={<span class="nowrap">{formatDate(date)}</span>} second={service} />
              ),
            },
            {
              head: 'Amount',
              end: true,
              cell: ({ amount, kind }) => (
                <TwoLines
                  first={formatMoney(amount)}
                  second={kind === 'reversal' && 'Reversed after a refund'}
                />
              ),
            },
          ]}
        />
      </Section>
    </div>
  )
}

/** Each line says what it does to the balance, so no bare negative number is left to interpret. */
function Sums({ statement }: { statement: PayoutStatement }) {
  const { openingBalance, earned, refunds, collected, paidOut, takenBack, closingBalance } = statement
  const rows: [label: string, amount: number][] = [
    [
      openingBalance < 0 ? 'Opening balance owed by the franchise' : 'Opening balance owed to the franchise',
      Math.abs(openingBalance),
    ],
    ['+ Share of payments', earned],
    ['− Share of refunds', refunds],
    ...(collected === 0 ? [] : ([['− Payments the franchise collected', collected]] as [string, number][])),
    ['− Paid out', paidOut],
    ['+ Reversed after refunds', takenBack],
  ]
  return (
    <table class="sums">
      <caption class="hidden-visually">How the balance changed</caption>
      <tbody>
        {rows.map(([label, amount]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td class="num">{formatMoney(amount)}</td>
          </tr>
        ))}
        <tr class="sums-total">
          <th scope="row">
            {closingBalance < 0
              ? 'Closing balance owed by the franchise'
              : 'Closing balance owed to the franchise'}
          </th>
          <td class="num">{formatMoney(Math.abs(closingBalance))}</td>
        </tr>
      </tbody>
    </table>
  )
}
