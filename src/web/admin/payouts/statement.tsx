import { useContext } from 'preact/hooks'
import type { PayoutStatement } from '../../../modules/payouts'
import { download } from '../../client/download'
import { formatDate, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Button, Drawer, Empty } from '../../components'
import { InOverlay } from '../../components/in-overlay'
import { api } from '../session'
import { useOpening } from '../shared/above'
import { Section, TwoLines } from '../shared/facts'
import { List, Loaded, useList } from '../shared/list'
import { useOpened } from '../shared/tab-page'
import { useDirectory } from '../shell/directory'
import { PeriodFilter, usePeriod } from './period'
import { JobLink } from './unsent'

export function StatementDrawer() {
  const { id, close } = useOpened()
  const { franchiseName } = useDirectory()
  return (
    <Drawer title={`Payouts · ${franchiseName(id)}`} open={id !== ''} onClose={close}>
      {id !== '' && <Statement key={id} franchiseId={id} />}
    </Drawer>
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
      <Section title="Transfers">
        <List
          list={list}
          caption={`Transfers in ${label}`}
          keyOf={({ entry }) => String(entry)}
          empty={
            <Empty title="No transfers in this period">
              When customers pay for this franchise's jobs, we transfer its share. Choose another period to
              see earlier ones.
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
                  second={kind === 'reversal' && 'Taken back after a refund'}
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
      openingBalance < 0 ? 'Owed by the franchise at the start' : 'Owed to the franchise at the start',
      Math.abs(openingBalance),
    ],
    ['+ Share of payments', earned],
    ['− Share of refunds', refunds],
    ...(collected === 0 ? [] : ([['− Payments the franchise collected', collected]] as [string, number][])),
    ['− Paid out', paidOut],
    ['+ Taken back after refunds', takenBack],
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
            {closingBalance < 0 ? 'Owed by the franchise at the end' : 'Owed to the franchise at the end'}
          </th>
          <td class="num">{formatMoney(Math.abs(closingBalance))}</td>
        </tr>
      </tbody>
    </table>
  )
}
