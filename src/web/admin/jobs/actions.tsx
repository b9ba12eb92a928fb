import { useState } from 'preact/hooks'
import { hasEnded, hasFallenThrough, isUnpaid } from '../../../lib/job-states'
import type { Job } from '../../../modules/jobs'
import { useKeptFocus } from '../../client/focus'
import { Alert, Button } from '../../components'
import type { FormEnds } from '../shared/form'
import { AcceptPriceForm, ConfirmForm, hasLowPrice, isUnconfirmed } from './decision-forms'
import { CorrectForm, RepriceForm } from './edit-forms'
import type { ActionFormProps } from './job-fields'
import { CancelForm, RefundForm } from './refund-forms'
import { AssignForm, MoveForm, ScheduleForm } from './visit-forms'

interface Deed {
  label: string
  Form: (props: ActionFormProps) => preact.JSX.Element
}

const goesBack = new Set(['paid', 'partly_refunded'])
const paid = new Set([...goesBack, 'disputed'])

/** What can be done with a job as it is now. The service has the last word. */
function deedsFor(job: Job): Deed[] {
  const { status, paymentState } = job
  const isOpen = !hasEnded(status)
  const isEarly = status === 'pending' || status === 'scheduled'
  const canBeRepriced = isUnpaid(job) && !hasFallenThrough(status)
  return [
    hasLowPrice(job) && { label: 'Accept price', Form: AcceptPriceForm },
    isUnconfirmed(job) && { label: 'Confirm booking', Form: ConfirmForm },
    isEarly && { label: status === 'pending' ? 'Schedule' : 'Reschedule', Form: ScheduleForm },
    status === 'scheduled' && { label: 'Assign', Form: AssignForm },
    isOpen && status !== 'pending' && { label: 'Move on', Form: MoveForm },
    canBeRepriced && { label: 'Reprice', Form: RepriceForm },
    isOpen && { label: 'Correct', Form: CorrectForm },
    paid.has(paymentState) && { label: 'Refund', Form: RefundForm },
    isOpen && { label: goesBack.has(paymentState) ? 'Cancel and refund' : 'Cancel', Form: CancelForm },
  ].filter((deed) => deed !== false)
}

interface JobActionsProps {
  job: Job
  onChange: () => void
  /** The job may not be any more what is shown. */
  onStale: () => void
}

export function JobActions({ job, onChange, onStale }: JobActionsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const place = useKeptFocus<HTMLDivElement>()
  const deeds = deedsFor(job)
  const deed = deeds.find(({ label }) => label === chosen)
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
  return (
    <div class="stack" ref={place} tabIndex={-1}>
      <div class="row" role="group" aria-label="What to do">
        {deeds.map(({ label }) => (
          <Button
            key={label}
            size="small"
            aria-expanded={label === chosen ? 'true' : 'false'}
            onClick={() => choose(label === chosen ? null : label)}
          >
            {label}
          </Button>
        ))}
      </div>
      {refusal !== null && (!deed || refusal.asOf !== job.updatedAt) && (
        <Alert tone="warn">{`${refusal.problem}. This is how it stands now.`}</Alert>
      )}
      {deed && (
        <div class="card" aria-label={deed.label} role="group">
          <deed.Form key={`${deed.label}-${job.updatedAt}`} job={job} ends={ends} />
        </div>
      )}
    </div>
  )
}

/** Said beside the form as well: it begins anew with the job that has changed. */
interface Refusal {
  problem: string
  /** The job as the form knew it. */
  asOf: string
}
