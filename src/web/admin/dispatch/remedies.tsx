import { useState } from 'preact/hooks'
import type { DispatchAction, Remedy } from '../../../modules/scheduling'
import { messageOf } from '../../client/api'
import { Button, toast } from '../../components'
import { openJob } from '../address'
import { api } from '../session'
import { useDirectory } from '../shell/directory'
import { planWith, setProposal, type Proposal } from './proposal'
import { remedyText } from './words'

interface RemediesProps {
  action: DispatchAction
  proposal: Proposal
  /** The customer's name. */
  name: string
}

/** Buttons that make a job fit, the smallest change first. Other problems are solved on the page of the job. */
export function Remedies({ action, proposal, name }: RemediesProps) {
  const { workerName } = useDirectory()
  const [busy, setBusy] = useState<Remedy | null>(null)
  const [isSent, setIsSent] = useState(false)
  const { type, jobId, remedies } = action
  if (type === 'assigned' || (type === 'moved' && remedies.length === 0)) return null
  if (remedies.length === 0)
    return (
      <div class="remedies">
        <Button size="small" aria-label={`Open job: ${name}`} onClick={() => openJob(jobId)}>
          Open job
        </Button>
      </div>
    )
  const apply = async (remedy: Remedy) => {
    setBusy(remedy)
    try {
      const { worker, start, end, date, window } = remedy
      if (worker !== null && start !== null && end !== null)
        setProposal(await planWith(proposal, { jobId, worker, second: null, start, end }))
      else {
        await api.admin.jobs(jobId).offer.post(date !== null && window !== null ? { date, window } : {})
        setIsSent(true)
        toast(`${name} gets a message and can answer by replying or calling.`)
      }
    } catch (error) {
      toast(messageOf(error), 'bad')
    }
    setBusy(null)
  }
  return (
    <div class="remedies">
      {isSent && <span class="soft small">We asked the customer.</span>}
      {remedies
        .filter(({ worker }) => worker !== null || !isSent)
        .map((remedy, at) => (
          <Button
            key={remedy.kind}
            size="small"
            kind={at === 0 ? 'secondary' : 'quiet'}
            busy={busy === remedy}
            aria-label={`${remedyText(remedy, workerName)}: ${name}`}
            onClick={() => void apply(remedy)}
          >
            {remedyText(remedy, workerName)}
          </Button>
        ))}
    </div>
  )
}
