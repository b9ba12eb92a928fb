import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { JobPayment, MoneyOfJob, Refund } from '../../../modules/payments'
import { formatPastDay, formatMoney } from '../../client/format'
import { useLoad } from '../../client/hooks'
import { Badge, Button, Confirm, SelectField, TextField, toast } from '../../components'
import { api } from '../session'
import { Facts, Section } from '../shared/facts'
import { useDirectory } from '../shell/directory'
import { useMe } from '../shell/me'
import type { ActionFormProps } from './job-fields'
import { PaymentForm } from './payment-form'
import { methodOptions, methodWords, type OutsideMethod } from './payment-words'

/** The form among the job's actions. */
export function RecordPaymentForm({ job, ends }: ActionFormProps) {
  const directory = useDirectory()
  return (
    <PaymentForm
      balance={job.balance}
      zone={directory.zoneOf(job.franchiseId)}
      hasFranchise={directory.franchises.some(({ id }) => id === job.franchiseId)}
      record={(payment) => api.admin.jobs(job.id).payments.post(payment)}
      ends={ends}
    />
  )
}

/** `version` grows with every change, so a new payment shows up right away. */
export function useJobPayments(jobId: string, version: number) {
  const mayRead = useMe().may('money.read')
  return useLoad(
    (signal) => (mayRead ? api.admin.jobs(jobId).refund.get({ signal }) : Promise.resolve(null)),
    [jobId, version, mayRead],
  )
}

interface PaymentsProps {
  job: Job
  load: ReturnType<typeof useJobPayments>
  onChange: () => void
}

/** The job's payments and refunds. Nothing to show before the first payment; the balance due is part of the price. */
export function JobPayments({ job, load, onChange }: PaymentsProps) {
  const zone = useDirectory().zoneOf(job.franchiseId)
  const payments = (load.data?.payments ?? []).filter(({ captured }) => captured > 0)
  if (!load.data) return null
  const { paid, paidBefore, refunded, refunds, fee, approvals } = load.data
  if (payments.length + approvals.length === 0 && paidBefore === 0) return null
  const toRefund = refunds.filter(isToGive).reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Section title="Payments">
      <Facts
        facts={[
          ['Paid', formatMoney(paid)],
          ['Of that, before the import', paidBefore > 0 ? formatMoney(paidBefore) : ''],
          ['Refunded', refunds.some(isMade) ? formatMoney(refunded - toRefund) : ''],
          ['To refund', toRefund > 0 ? <strong>{formatMoney(toRefund)}</strong> : ''],
          ['Cancellation fee', fee > 0 ? formatMoney(fee) : ''],
        ]}
      />
      <ul class="todo">
        {approvals.map((approval) => (
          <ApprovalLine key={approval.approvedAt} approval={approval} zone={zone} />
        ))}
        {payments.map((payment) => (
          <PaymentLine
            key={payment.id}
            payment={payment}
            isRefunded={refunds.some((refund) => refund.paymentId === payment.id && isShown(refund))}
            zone={zone}
            onChange={onChange}
          />
        ))}
        {refunds.filter(isShown).map((refund) => (
          <RefundLine key={refund.id} refund={refund} zone={zone} onChange={onChange} />
        ))}
      </ul>
    </Section>
  )
}

const isShown = ({ state }: Refund): boolean => state !== 'refused'
const isMade = (refund: Refund): boolean => isShown(refund) && !isToGive(refund)
/** HQ hasn't handed this money back yet. */
export const isToGive = ({ state, method }: Refund): boolean => state === 'intended' && method !== null

type Approval = MoneyOfJob['approvals'][number]

interface LineProps {
  zone: string
  onChange: () => void
}

function ApprovalLine({ approval, zone }: { approval: Approval; zone: string }) {
  const { extras, before, total, approvedName, approvedAt } = approval
  return (
    <li>
      <span class="todo-text">
        {extras.map(({ label }) => label).join(', ')}
        <small class="soft">
          {' '}
          approved by {approvedName} on {formatPastDay(approvedAt, zone)} · new total {formatMoney(total)}
        </small>
      </span>
      <span class="num">+{formatMoney(total - before)}</span>
    </li>
  )
}

interface PaymentLineProps extends LineProps {
  payment: JobPayment
  /** In whole or in part, or going to be. */
  isRefunded: boolean
}

function PaymentLine({ payment, isRefunded, zone, onChange }: PaymentLineProps) {
  const { method, captured, paidAt, note, receivedBy, undone } = payment
  const details = [
    paidAt && formatPastDay(paidAt, zone),
    receivedBy === 'franchise' && 'collected by the franchise',
    note,
    undone?.reason && `undone: ${undone.reason}`,
  ].filter(Boolean)
  return (
    <li>
      <span class="todo-text">
        {methodWords[method]}
        <small class="soft"> {details.join(' · ')}</small>
      </span>
      {undone && <Badge tone="plain">Undone</Badge>}
      <span class="num">{undone ? <s>{formatMoney(captured)}</s> : formatMoney(captured)}</span>
      {method !== 'card' && !undone && !isRefunded && <UndoButton payment={payment} onChange={onChange} />}
    </li>
  )
}

function UndoButton({ payment, onChange }: { payment: JobPayment; onChange: () => void }) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const undo = async () => {
    const left: MoneyOfJob = await api.admin.payments(payment.id).undo.post({ reason: reason.trim() })
    toast(`Payment undone. ${formatMoney(left.balance)} is due.`)
    setAsking(false)
    onChange()
  }
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Undo
      </Button>
      <Confirm
        title={`Undo the payment of ${formatMoney(payment.captured)}?`}
        open={asking}
        action="Undo payment"
        danger
        ready={reason.trim() !== ''}
        onConfirm={undo}
        onClose={() => setAsking(false)}
      >
        <p>
          Use this for a mistake or a check that bounced. The amount is due again, and both entries stay in
          the books. If you gave the money back, refund it instead.
        </p>
        <TextField label="Reason" value={reason} onText={setReason} />
      </Confirm>
    </>
  )
}

function RefundLine({ refund, zone, onChange }: LineProps & { refund: Refund }) {
  const { method, amount, state, doneAt, createdAt, reason } = refund
  const details = [formatPastDay(doneAt ?? createdAt, zone), reason].filter(Boolean)
  return (
    <li>
      <span class="todo-text">
        {`${isToGive(refund) ? 'To refund' : 'Refund'} (${methodWords[method ?? 'card'].toLowerCase()})`}
        <small class="soft"> {details.join(' · ')}</small>
      </span>
      <span class="num">−{formatMoney(amount)}</span>
      {state === 'intended' && method === null && <Badge tone="info">On its way</Badge>}
      {state === 'intended' && method !== null && (
        <GivenButton refund={refund} method={method} onChange={onChange} />
      )}
    </li>
  )
}

interface GivenProps {
  refund: Refund
  method: OutsideMethod
  onChange: () => void
}

function GivenButton({ refund, method, onChange }: GivenProps) {
  const [asking, setAsking] = useState(false)
  const [chosen, setChosen] = useState(method)
  const give = async () => {
    await api.admin.refunds(refund.id).given.post({ method: chosen })
    toast('Marked as refunded')
    setAsking(false)
    onChange()
  }
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Mark as refunded
      </Button>
      <Confirm
        title={`Mark ${formatMoney(refund.amount)} as refunded?`}
        open={asking}
        action="Mark as refunded"
        onConfirm={give}
        onClose={() => setAsking(false)}
      >
        <p>We don't send this money ourselves. Mark it as refunded once the customer has it.</p>
        <SelectField
          label="Method"
          options={methodOptions}
          value={chosen}
          onChoice={(value) => setChosen(value as OutsideMethod)}
        />
      </Confirm>
    </>
  )
}
