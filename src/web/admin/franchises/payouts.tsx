import type { PayoutDashboard } from '../../../modules/connect/model'
import type { Transfer } from '../../../modules/transfers/model'
import { formatDay, formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button, Empty, Table, toast } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { Section } from '../shared/facts'
import { Loaded } from '../shared/loaded'
import { StateBadge } from '../shared/state-badge'
import { TwoLines } from '../shared/two-lines'
import { Figure } from '../shared/figure'

const words = {
  pending: 'Waiting',
  intended: 'On its way',
  done: 'Sent',
  refused: 'Refused',
  void: 'Not due any more',
}

export function Payouts({ franchiseId }: { franchiseId: string }) {
  const load = useLoad<PayoutDashboard>(
    (signal) => api.get('/api/payments/connect/dashboard', { franchiseId }, signal),
    [franchiseId],
  )
  const sending = useAction(async (id: string) => {
    await api.post(`/api/admin/transfers/${id}/resend`)
    toast('The transfer is sent again')
    load.reload()
  })
  return (
    <Section title="Payouts">
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
      <Loaded load={load}>
        {({ transfers, totalPaid, totalPending, balance }) => (
          <>
            <div class="figures">
              <Figure value={formatMoney(totalPaid)} label="sent" />
              <Figure value={formatMoney(totalPending)} label="waiting" />
              <Figure value={formatMoney(balance)} label="balance" />
            </div>
            {transfers.length === 0 ? (
              <Empty title="No transfers yet">They follow the payments of this franchise's jobs.</Empty>
            ) : (
              <TransferTable
                transfers={transfers.slice(0, 25)}
                busy={sending.busy}
                onResend={(id) => void sending.run(id)}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

interface TransferTableProps {
  transfers: Transfer[]
  busy: boolean
  onResend: (id: string) => void
}

function TransferTable({ transfers, busy, onResend }: TransferTableProps) {
  return (
    <Table
      caption="Transfers"
      rows={transfers}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Date',
          cell: ({ createdAt, jobId }) => (
            <button type="button" class="link-button" onClick={() => openJob(jobId)}>
              {formatDay(createdAt)}
            </button>
          ),
        },
        { head: 'Amount', end: true, cell: ({ amount }) => formatMoney(amount) },
        {
          head: 'Taken back',
          end: true,
          cell: ({ reversed }) => (reversed > 0 ? formatMoney(reversed) : ''),
        },
        {
          head: 'State',
          cell: ({ state, refusal }) => (
            <TwoLines first={<StateBadge state={state} words={words} />} second={refusal} />
          ),
        },
        {
          head: '',
          cell: ({ id, state }) =>
            state === 'refused' && (
              <Button size="small" busy={busy} onClick={() => onResend(id)}>
                Send again
              </Button>
            ),
        },
      ]}
    />
  )
}
