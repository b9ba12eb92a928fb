import '../shared/kit'
import { useState } from 'preact/hooks'
import type { LedgerItem, TrialBalance } from '../../../modules/ledger'
import { formatDate, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Alert, Button, Empty, Icon, Skeleton, Table, type Column } from '../../components'
import { openJob, setAddress } from '../address'
import { api, settings } from '../session'
import { TwoLines } from '../shared/facts'
import { Later } from '../shared/later'
import { List, Loaded, useList } from '../shared/list'
import { DateFilter, Filters, FranchiseFilter, SelectFilter, TabPage, useFilters } from '../shared/tab-page'
import { today } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { QuickBooksDialog } from './quickbooks'

export default function LedgerTab() {
  const { on, ...query } = useFilters('on', 'account', 'franchiseId', 'jobId', 'from', 'to')
  const { franchiseId } = query
  const [exporting, setExporting] = useState(false)
  const balance = useLoad(
    (signal) => api.admin.ledger['trial-balance'].get({ query: { on, franchiseId }, signal }),
    [on, franchiseId],
  )
  return (
    <TabPage
      title="Ledger"
      actions={
        <Button onClick={() => setExporting(true)}>
          <Icon name="download" />
          Export for QuickBooks
        </Button>
      }
    >
      <Filters>
        <FranchiseFilter />
        <DateFilter label="As of" name="on" otherwise={today(settings.timeZone)} />
      </Filters>
      <Loaded load={balance} waiting={<AccountsToCome />}>
        {(found) => <Accounts balance={found} chosen={query.account} />}
      </Loaded>
      <Entries query={query} accounts={balance.data?.accounts ?? []} />
      <QuickBooksDialog
        open={exporting}
        accounts={balance.data?.accounts ?? []}
        franchiseId={franchiseId}
        onClose={() => setExporting(false)}
      />
    </TabPage>
  )
}

type AccountLine = TrialBalance['accounts'][number]

function Accounts({ balance, chosen }: { balance: TrialBalance; chosen: string }) {
  const { accounts, debits, credits, difference, inOrder, on } = balance
  return (
    <section class="card stack ledger" aria-labelledby="trial-balance">
      <h2 id="trial-balance">{`Trial balance as of ${formatDate(on)}`}</h2>
      {inOrder ? (
        <Alert tone="good">{`In balance: debits and credits are both ${formatMoney(debits)}.`}</Alert>
      ) : (
        <Alert tone="bad">
          {`Out of balance: debits are ${formatMoney(debits)} and credits are ${formatMoney(credits)}, so they differ by ${formatMoney(Math.abs(difference))}. Someone changed the database from outside. Restore a backup, or ask for help before you use these numbers.`}
        </Alert>
      )}
      <Table
        caption="Accounts and their balances"
        rows={[...accounts, totalOf(accounts)]}
        keyOf={({ account }) => account}
        columns={accountColumns(chosen)}
      />
    </section>
  )
}

/** As high as the balance to come, so that the entries stay where they are. */
const AccountsToCome = () => (
  <section class="card stack">
    <h2>Trial balance</h2>
    <Alert>Adding up the accounts…</Alert>
    <Skeleton shape="rows" lines={10} />
  </section>
)

/** A line of the trial balance; the last one is the total, which belongs to no account. */
type BalanceLine = Pick<AccountLine, 'name' | 'meaning' | 'note' | 'debit' | 'credit'> & { account: string }

function totalOf(accounts: readonly AccountLine[]): BalanceLine {
  const sum = (side: 'debit' | 'credit') =>
    accounts.reduce((cents, line) => cents + Math.round(line[side] * 100), 0) / 100
  return { account: '', name: 'Total', meaning: '', note: null, debit: sum('debit'), credit: sum('credit') }
}

/** QuickBooks writes the names of accounts like titles; the console doesn't. */
const accountName = (name: string): string => name.slice(0, 1) + name.slice(1).toLowerCase()

const accountColumns = (chosen: string): Column<BalanceLine>[] => [
  {
    head: 'Account',
    cell: ({ account, name, meaning, note }) =>
      account === '' ? (
        <b>{name}</b>
      ) : (
        <TwoLines
          first={
            <button
              type="button"
              class="link-button"
              aria-pressed={chosen === account ? 'true' : 'false'}
              onClick={() => setAddress({ account: chosen === account ? null : account })}
            >
              {accountName(name)}
            </button>
          }
          second={note === null ? meaning : `${meaning}. ${note}`}
        />
      ),
  },
  {
    head: 'Debit',
    end: true,
    cell: ({ account, debit }) => <Side amount={debit} isTotal={account === ''} />,
  },
  {
    head: 'Credit',
    end: true,
    cell: ({ account, credit }) => <Side amount={credit} isTotal={account === ''} />,
  },
]

const Side = ({ amount, isTotal = false }: { amount: number; isTotal?: boolean }) =>
  isTotal ? (
    <b class="nowrap">{formatMoney(amount)}</b>
  ) : amount === 0 ? (
    <span class="soft">–</span>
  ) : (
    <span class="nowrap">{formatMoney(amount)}</span>
  )

interface EntriesProps {
  query: Record<'account' | 'franchiseId' | 'jobId' | 'from' | 'to', string>
  accounts: AccountLine[]
}

function Entries({ query, accounts }: EntriesProps) {
  const { franchiseName } = useDirectory()
  const list = useList(api.admin.ledger, query)
  const cleared = { account: null, jobId: null, from: null, to: null }
  return (
    <section class="card stack ledger" aria-labelledby="entries">
      <h2 id="entries">Entries</h2>
      <p class="small soft">
        Latest dates first. Entries are numbered as they were recorded, so an entry with an earlier date can
        have a later number.
      </p>
      <Filters>
        <SelectFilter
          label="Account"
          name="account"
          options={[
            { value: '', label: 'All accounts' },
            ...accounts.map(({ account, name }) => ({ value: account, label: accountName(name) })),
          ]}
        />
        <DateFilter label="From" name="from" />
        <DateFilter label="To" name="to" />
        {query.jobId !== '' && (
          <Button size="small" onClick={() => setAddress({ jobId: null })}>
            Show all jobs
          </Button>
        )}
      </Filters>
      <Later>
        <List
          list={list}
          caption="Ledger entries"
          keyOf={({ id }) => String(id)}
          empty={
            Object.values(query).every((value) => value === '') ? (
              <Empty title="No entries yet">
                Every payment, refund, fee and payout is recorded here automatically, as soon as it happens.
              </Empty>
            ) : (
              <Empty
                title="No matching entries"
                action={<Button onClick={() => setAddress(cleared)}>Clear filters</Button>}
              >
                Choose another account or a longer range.
              </Empty>
            )
          }
          columns={entryColumns(franchiseName, query.account)}
        />
      </Later>
    </section>
  )
}

const entryColumns = (franchiseName: (id: string | null) => string, chosen: string): Column<LedgerItem>[] => [
  {
    head: 'Entry',
    cell: ({ id, name, date }) => <TwoLines first={name} second={`No. ${id} · ${formatDate(date)}`} />,
  },
  {
    head: 'Job',
    cell: ({ jobId, reference, franchiseId }) => (
      <TwoLines
        first={
          jobId !== null &&
          reference !== null && (
            <button type="button" class="link-button" onClick={() => openJob(jobId)}>
              {reference}
            </button>
          )
        }
        second={franchiseName(franchiseId)}
      />
    ),
  },
  {
    head: 'Account',
    cell: ({ lines }) => (
      <ul class="ledger-lines">
        {debitsFirst(lines).map(({ account, name, debit, credit }) => (
          <li key={account} class={quietUnless(account, chosen)}>
            <span>{accountName(name)}</span>
            {/* A phone has no columns beside it. */}
            <span class="num phone-only">
              {debit > 0 ? `${formatMoney(debit)} debit` : `${formatMoney(credit)} credit`}
            </span>
          </li>
        ))}
      </ul>
    ),
  },
  { head: 'Debit', end: true, cell: ({ lines }) => <Sides lines={lines} side="debit" chosen={chosen} /> },
  { head: 'Credit', end: true, cell: ({ lines }) => <Sides lines={lines} side="credit" chosen={chosen} /> },
]

/** As bookkeepers write an entry. */
const debitsFirst = (lines: LedgerItem['lines']) =>
  lines.toSorted((one, other) => Number(other.debit > 0) - Number(one.debit > 0))

/** With an account chosen, its lines are the ones to add up. */
const quietUnless = (account: string, chosen: string) =>
  chosen !== '' && account !== chosen ? 'soft' : undefined

interface SidesProps {
  lines: LedgerItem['lines']
  side: 'debit' | 'credit'
  chosen: string
}

/** The amounts of an entry on one side, each on the line of its account. */
const Sides = ({ lines, side, chosen }: SidesProps) => (
  <ul class="ledger-lines ledger-side">
    {debitsFirst(lines).map((line) => (
      <li key={line.account} class={quietUnless(line.account, chosen)}>
        <Side amount={line[side]} />
      </li>
    ))}
  </ul>
)
