import type { TransferHold, TransferItem } from '../../../modules/payouts'
import { formatPastDay, formatMoney } from '../../client/format'
import { useAction } from '../../client/hooks'
import { Alert, Badge, Button, toast, type Column } from '../../components'
import { goTo, openJob } from '../address'
import { api, settings } from '../session'
import { TwoLines } from '../shared/facts'
import { List, useList } from '../shared/list'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'

const holds: Record<TransferHold, string> = {
  'no-account': "The franchise hasn't set up a payout account.",
  'not-approved': "The payment processor hasn't approved the payout account yet.",
  disputed: 'The customer disputed the payment. It goes out if you win the dispute.',
  refunding: 'It goes out automatically, as soon as no refund of the payment is in progress.',
  sending: "It's on its way. We check the result automatically.",
  failed: 'The payment processor refused it. Look it up there, then resend it.',
}

const refusals: Record<string, string> = {
  'no-funds':
    "Your balance at the payment processor doesn't cover it. Wait for payments to settle or add funds, then resend it.",
  'not-possible': "The payment processor can't send it to this account. Check the account, then resend it.",
  rejected: 'The payment processor rejected our request. Check the Health page, then resend it.',
  unknown: "The payment processor doesn't know the account. Set it up again, then resend it.",
}

/** Payouts that wait or failed, each with the reason and the way to fix it. */
export function Unsent({ franchiseId, onChange }: { franchiseId: string; onChange: () => void }) {
  const list = useList(api.admin.transfers, { unsent: 'true', franchiseId, limit: '10' })
  const sending = useAction(async (id: string) => {
    await api.admin.transfers(id).resend.post()
    toast('Payout resent')
    list.reload()
    onChange()
  })
  const columns = useColumns(sending.busy, (id) => void sending.run(id))
  return (
    <section class="card stack" aria-labelledby="unsent">
      <h2 id="unsent">Not sent yet</h2>
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
      <List
        list={list}
        caption="Payouts that haven't been sent"
        keyOf={({ id }) => id}
        empty="No waiting or failed payouts"
        expected={0}
        columns={columns}
      />
    </section>
  )
}

function useColumns(busy: boolean, onResend: (id: string) => void): Column<TransferItem>[] {
  const directory = useDirectory()
  return [
    { head: 'Job', cell: (transfer) => <JobLink {...transfer} /> },
    {
      head: 'Franchise',
      cell: ({ franchiseId, createdAt }) => (
        <TwoLines
          first={directory.franchiseName(franchiseId)}
          second={`Since ${formatPastDay(createdAt, settings.timeZone)}`}
        />
      ),
    },
    { head: 'Amount', end: true, cell: ({ left }) => formatMoney(left) },
    {
      head: 'Why',
      cell: ({ hold, refusal }) => (
        <TwoLines
          first={
            <Badge tone={hold === 'failed' ? 'bad' : hold === 'sending' ? 'info' : 'warn'}>
              {hold === 'failed' ? 'Failed' : hold === 'sending' ? 'Sending' : 'Waiting'}
            </Badge>
          }
          second={hold === 'failed' ? (refusals[refusal ?? ''] ?? holds.failed) : hold && holds[hold]}
        />
      ),
    },
    { head: '', cell: (transfer) => <Fix transfer={transfer} busy={busy} onResend={onResend} /> },
  ]
}

interface FixProps {
  transfer: TransferItem
  busy: boolean
  onResend: (id: string) => void
}

/** Only headquarters can resend a transfer or set up an account. */
function Fix({ transfer: { id, hold, franchiseId }, busy, onResend }: FixProps) {
  const { may, franchiseId: limitedTo } = useMe()
  if (hold === 'failed' && may('money.write') && limitedTo === null)
    return (
      <Button size="small" busy={busy} onClick={() => onResend(id)}>
        Resend
      </Button>
    )
  if (hold !== 'no-account' && hold !== 'not-approved') return null
  if (!may('administrator')) return <span class="soft small">Ask headquarters to set up the account.</span>
  return (
    <Button size="small" onClick={() => goTo('franchises', { id: franchiseId })}>
      {hold === 'no-account' ? 'Set up account' : 'Continue setup'}
    </Button>
  )
}

type JobOf = Pick<TransferItem, 'reference' | 'customerName'> & { jobId: string | null }

/** The job's reference as a link, with its customer below. */
export const JobLink = ({ jobId, reference, customerName }: JobOf) => (
  <TwoLines
    first={
      jobId === null ? (
        'Deleted job'
      ) : (
        <button type="button" class="link-button" onClick={() => openJob(jobId)}>
          {reference}
        </button>
      )
    }
    second={customerName}
  />
)
