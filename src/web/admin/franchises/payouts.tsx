import type { Split } from '../../../modules/franchises'
import type { TransferRecord } from '../../../modules/payouts'
import { now } from '../../client/clock'
import { formatDate, formatDay, formatMoney, formatPercent } from '../../client/format'
import { useAction, useLoad } from '../../client/hooks'
import { Alert, Button, Empty, toast, TextField, type Column } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { Section, StateBadge, TwoLines, Figure } from '../shared/facts'
import { Form, numberOrNull, useForm } from '../shared/form'
import { List, useList, Loaded } from '../shared/list'
import { isoOf, localTime } from '../shared/zone'
import { useMe } from '../shell/me'

const words = {
  pending: 'Waiting',
  intended: 'Sending',
  done: 'Sent',
  refused: 'Failed',
  void: 'No longer due',
}

export function Payouts({ franchiseId }: { franchiseId: string }) {
  const { may, mayForAll } = useMe()
  // The payment processor's own totals are for administrators.
  const maySum = may('administrator')
  const load = useLoad(
    (signal) =>
      maySum ? api.payments.connect.dashboard.get({ query: { franchiseId }, signal }) : Promise.resolve(null),
    [franchiseId, maySum],
  )
  const list = useList(api.admin.transfers, { franchiseId, limit: '10' })
  const sending = useAction(async (id: string) => {
    await api.admin.transfers(id).resend.post()
    toast('Transfer resent')
    load.reload()
    list.reload()
  })
  return (
    <Section title="Payouts">
      {sending.problem !== null && <Alert tone="bad">{sending.problem}</Alert>}
      {maySum && (
        <Loaded load={load}>
          {({ totalPaid, totalPending, balance }) => (
            <div class="figures">
              <Figure value={formatMoney(totalPaid)} label="Paid out" />
              <Figure value={formatMoney(totalPending)} label="Waiting" />
              <Figure value={formatMoney(balance)} label="Balance" />
            </div>
          )}
        </Loaded>
      )}
      <List
        list={list}
        caption="Transfers"
        keyOf={({ id }) => id}
        empty={
          <Empty title="No transfers yet">
            When customers pay for this franchise's jobs, we transfer its share.
          </Empty>
        }
        columns={transferColumns(
          sending.busy,
          mayForAll('money.write') ? (id) => void sending.run(id) : null,
        )}
      />
    </Section>
  )
}

const transferColumns = (
  busy: boolean,
  onResend: ((id: string) => void) | null,
): Column<TransferRecord>[] => [
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
    head: 'Reversed',
    end: true,
    cell: ({ reversed }) => (reversed > 0 ? formatMoney(reversed) : ''),
  },
  {
    head: 'Status',
    cell: ({ state, refusal }) => (
      <TwoLines first={<StateBadge state={state} words={words} />} second={refusal} />
    ),
  },
  {
    head: '',
    cell: ({ id, state }) =>
      state === 'refused' &&
      onResend && (
        <Button size="small" busy={busy} onClick={() => onResend(id)}>
          Resend
        </Button>
      ),
  },
]

interface SplitsProps {
  franchiseId: string
  timeZone: string
}

/** The franchise's share of each payment, with the date it takes effect. */
export function Splits({ franchiseId, timeZone }: SplitsProps) {
  const { may } = useMe()
  const splits = api.admin.franchises(franchiseId).splits
  const list = useList(splits, { limit: '6' })
  const adding = useAction(async () => {
    const { share, date } = form.values
    await splits.post({
      sharePercent: numberOrNull(share),
      ...(date === '' ? {} : { effectiveFrom: isoOf({ date, time: '00:00' }, timeZone) }),
    })
    form.set({ share: '', date: '' })
    toast('Share saved')
  })
  const removing = useAction(async (id: string) => {
    await splits(id).delete()
    list.reload()
  })
  const faults = { ...adding.fields, share: adding.fields.sharePercent, date: adding.fields.effectiveFrom }
  const form = useForm({ share: '', date: '' }, faults as Record<string, string>)
  const hasBegun = ({ effectiveFrom }: Split) => Date.parse(effectiveFrom) <= now()
  return (
    <Section title="Revenue share">
      <List
        list={list}
        caption="Revenue shares"
        keyOf={({ id }) => id}
        empty="No share yet, so headquarters keeps every payment in full."
        columns={[
          {
            head: 'Starts',
            cell: ({ effectiveFrom }) => formatDate(localTime(effectiveFrom, timeZone).date),
          },
          { head: 'Franchise', end: true, cell: ({ sharePercent }) => formatPercent(sharePercent) },
          {
            head: 'Headquarters',
            end: true,
            cell: ({ sharePercent }) => formatPercent(round(100 - sharePercent)),
          },
          {
            head: '',
            cell: (split) =>
              hasBegun(split) || !may('settings') ? null : (
                <Button size="small" busy={removing.busy} onClick={() => void removing.run(split.id)}>
                  Remove
                </Button>
              ),
          },
        ]}
      />
      {may('settings') && (
        <Form
          action={adding}
          submit="Save share"
          onDone={list.reload}
          fields={['sharePercent', 'effectiveFrom']}
          ready={form.values.share !== ''}
        >
          <div class="form-grid">
            <TextField label="Franchise's share (%)" inputMode="decimal" {...form.text('share')} />
            <TextField
              label="Starts"
              type="date"
              optional
              {...form.text('date')}
              hint="Leave empty to start right away"
            />
          </div>
        </Form>
      )}
    </Section>
  )
}

const round = (percent: number) => Math.round(percent * 100) / 100
