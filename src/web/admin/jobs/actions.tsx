import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { hasEnded, hasFallenThrough, isUnpaid } from '../../../lib/job-states'
import type { Permission } from '../../../lib/permissions'
import type { Job } from '../../../modules/jobs'
import { useKeptFocus } from '../../client/focus'
import { Alert, Button } from '../../components'
import { useAddress } from '../address'
import { firstFieldIn, type FormEnds } from '../shared/form'
import { asSentence } from '../shared/words'
import { useMe } from '../shell/me'
import {
  AcceptPriceForm,
  ConfirmAndShareForm,
  ConfirmForm,
  hasLowPrice,
  isUnconfirmed,
  ShareForm,
} from './decision-forms'
import { CorrectForm, RepriceForm } from './edit-forms'
import type { ActionFormProps } from './job-fields'
import { OrderForm } from './order-form'
import { RecordPaymentForm } from './payments'
import { CancelForm, RefundForm } from './refund-forms'
import { AssignForm, MoveForm, ScheduleForm } from './visit-forms'

interface JobAction {
  label: string
  /** Opens its form from a link, as in `&do=schedule`. */
  name?: string
  needs: Permission
  Form: (props: ActionFormProps) => preact.JSX.Element
}

const paid = new Set(['paid', 'partly_refunded', 'disputed'])

/** The actions a job allows right now, to anyone. The service checks each of them again. */
function actionsFor(job: Job, isToShare: boolean): JobAction[] {
  const { status, paymentState } = job
  const isOpen = !hasEnded(status)
  const isEarly = status === 'pending' || status === 'scheduled'
  const canBeRepriced = isUnpaid(job) && !hasFallenThrough(status)
  return [
    hasLowPrice(job) && { label: 'Accept price', needs: 'jobs.price', Form: AcceptPriceForm },
    isUnconfirmed(job)
      ? { label: 'Confirm booking', needs: 'jobs.write', Form: isToShare ? ConfirmAndShareForm : ConfirmForm }
      : isToShare && { label: 'Share contact details', needs: 'jobs.write', Form: ShareForm },
    isEarly && {
      label: status === 'pending' ? 'Schedule' : 'Reschedule',
      name: 'schedule',
      needs: 'dispatch',
      Form: ScheduleForm,
    },
    status === 'scheduled' && { label: 'Assign', name: 'assign', needs: 'dispatch', Form: AssignForm },
    isOpen &&
      status !== 'pending' && { label: 'Change status', name: 'status', needs: 'dispatch', Form: MoveForm },
    job.balance > 0 && {
      label: 'Record payment',
      name: 'pay',
      needs: 'money.write',
      Form: RecordPaymentForm,
    },
    canBeRepriced && { label: 'Change price', needs: 'jobs.price', Form: RepriceForm },
    isOpen && { label: 'Edit details', needs: 'jobs.write', Form: CorrectForm },
    (paid.has(paymentState) || job.paid > 0) && { label: 'Refund', needs: 'money.write', Form: RefundForm },
    isOpen && { label: 'Schedule after another job', name: 'order', needs: 'jobs.write', Form: OrderForm },
    isOpen && { label: 'Cancel job', needs: 'jobs.write', Form: CancelForm },
  ].filter((action): action is JobAction => action !== false)
}

interface JobActionsProps {
  job: Job
  /** Its franchise may not see the customer yet. */
  claimed: boolean
  onChange: () => void
  /** Called when the job may have changed since it was loaded. */
  onStale: () => void
}

export function JobActions({ job, claimed, onChange, onStale }: JobActionsProps) {
  const wanted = useAddress().get('do')
  const [chosen, setChosen] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const place = useKeptFocus<HTMLDivElement>()
  const card = useFormFocus(chosen, place)
  const { may, franchiseId } = useMe()
  const actions = actionsFor(job, claimed && job.franchiseId !== null && franchiseId === null).filter(
    ({ needs }) => may(needs),
  )
  useEffect(() => {
    const linked = wanted === '' ? undefined : actions.find(({ name }) => name === wanted)
    if (linked) setChosen(linked.label)
  }, [wanted])
  const action = actions.find(({ label }) => label === chosen)
  const choose = (label: string | null) => {
    setChosen(label)
    setRefusal(null)
  }
  const ends: FormEnds = {
    onCancel: () => choose(null),
    onDone: () => {
      choose(null)
      onChange()
    },
    onRefused: (problem) => {
      setRefusal({ problem, asOf: job.updatedAt })
      onStale()
    },
  }
  // Nothing is next for a job that fell through.
  const hasNext = !action && !hasFallenThrough(job.status)
  if (actions.length === 0 && refusal === null) return null
  return (
    <div class="stack" ref={place} tabIndex={-1}>
      <div class="row" role="group" aria-label="Actions">
        {actions.map(({ label }, nth) => (
          <Button
            key={label}
            size="small"
            // An open form has the main button.
            kind={nth === 0 && label !== 'Refund' && hasNext ? 'primary' : 'secondary'}
            data-first={nth === 0 ? '' : undefined}
            data-action={label}
            aria-expanded={label === chosen ? 'true' : 'false'}
            onClick={() => choose(label === chosen ? null : label)}
          >
            {label}
          </Button>
        ))}
      </div>
      {refusal !== null && (!action || refusal.asOf !== job.updatedAt) && (
        <Alert tone="warn">{`${asSentence(refusal.problem)} Here's the latest version.`}</Alert>
      )}
      {action && (
        <div class="card" aria-label={action.label} role="group" ref={card} tabIndex={-1}>
          <action.Form key={`${action.label}-${job.updatedAt}`} job={job} ends={ends} />
        </div>
      )}
    </div>
  )
}

/** The focus goes into the form that opens, and back to its button once it closes. */
function useFormFocus(chosen: string | null, place: RefObject<HTMLElement | null>) {
  const card = useRef<HTMLDivElement>(null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = chosen
    if (chosen !== null) (firstFieldIn(card.current) ?? card.current)?.focus()
    else if (last !== null)
      place.current?.querySelector<HTMLElement>(`[data-action="${CSS.escape(last)}"]`)?.focus()
  }, [chosen])
  return card
}

/** Kept outside the form, because the form resets when the job changes. */
interface Refusal {
  problem: string
  /** The last update of the job that the form showed. */
  asOf: string
}
