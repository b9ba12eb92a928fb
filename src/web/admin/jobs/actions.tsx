import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs/model'
import { Button } from '../../components'
import { AssignForm } from './assign-form'
import { CancelForm } from './cancel-form'
import { CorrectForm } from './correct-form'
import { MoveForm } from './move-form'
import { RefundForm } from './refund-form'
import { RepriceForm } from './reprice-form'
import { ScheduleForm } from './schedule-form'

export interface ActionFormProps {
  job: Job
  onDone: () => void
  onCancel: () => void
}

interface Deed {
  label: string
  Form: (props: ActionFormProps) => preact.JSX.Element
}

const open = new Set(['pending', 'scheduled', 'en_route', 'in_progress'])
const paid = new Set(['paid', 'partly_refunded', 'disputed'])
const unpaid = new Set(['unpaid', 'failed'])

/** What can be done with a job as it is now. The service has the last word. */
function deedsFor({ status, paymentState }: Job): Deed[] {
  const isEarly = status === 'pending' || status === 'scheduled'
  const canBeRepriced = unpaid.has(paymentState) && (open.has(status) || status === 'completed')
  return [
    isEarly && { label: status === 'pending' ? 'Schedule' : 'Reschedule', Form: ScheduleForm },
    status === 'scheduled' && { label: 'Assign', Form: AssignForm },
    open.has(status) && status !== 'pending' && { label: 'Move on', Form: MoveForm },
    canBeRepriced && { label: 'Reprice', Form: RepriceForm },
    open.has(status) && { label: 'Correct', Form: CorrectForm },
    paid.has(paymentState) && { label: 'Refund', Form: RefundForm },
    open.has(status) && { label: 'Cancel and refund', Form: CancelForm },
  ].filter((deed) => deed !== false)
}

export function JobActions({ job, onChange }: { job: Job; onChange: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const deeds = deedsFor(job)
  const deed = deeds.find(({ label }) => label === chosen)
  const close = () => setChosen(null)
  return (
    <>
      <div class="row" role="group" aria-label="What to do">
        {deeds.map(({ label }) => (
          <Button
            key={label}
            size="small"
            aria-expanded={label === chosen ? 'true' : 'false'}
            onClick={() => setChosen(label === chosen ? null : label)}
          >
            {label}
          </Button>
        ))}
      </div>
      {deed && (
        <div class="card" aria-label={deed.label} role="group">
          <deed.Form
            key={`${deed.label}-${job.updatedAt}`}
            job={job}
            onCancel={close}
            onDone={() => {
              close()
              onChange()
            }}
          />
        </div>
      )}
    </>
  )
}
