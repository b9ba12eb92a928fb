import type { PayoutDashboard } from '../../../modules/connect/model'
import type { Transfer } from '../../../modules/transfers/model'
import { formatDay, formatMoney } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button, Empty, toast, type Column } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { Section } from '../shared/facts'
import { List, useList } from '../shared/list'
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
  const list = useList<Transfer>('/api/admin/transfers', { franchiseId, limit: '10' })
  const sending = useAction(async (id: string) => {
    await api.post(`/api/admin/transfers/${id}/resend`)
    toast('The transfer is sent again')
    load.reload()
    list.reload()
  })
  return (
    <Section title="Payouts">
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
      <Loaded load={load}>
        {({ totalPaid, totalPending, balance }) => (
          <div class="figures">
            <Figure value={formatMoney(totalPaid)} label="sent" />
            <Figure value={formatMoney(totalPending)} label="waiting" />
            <Figure value={formatMoney(balance)} label="balance" />
          </div>
        )}
      </Loaded>
      <List
        list={list}
        caption="Transfers"
        keyOf={({ id }) => id}
        empty={<Empty title="No transfers yet">They follow the payments of this franchise's jobs.</Empty>}
        columns={transferColumns(sending.busy, (id) => void sending.run(id))}
      />
    </Section>
  )
}

const transferColumns = (busy: boolean, onResend: (id: string) => void): Column<Transfer>[] => [
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
]
