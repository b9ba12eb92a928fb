import { useState } from 'preact/hooks'
import type { Job } from '../../../modules/jobs'
import type { WorkerVerdict } from '../../../modules/scheduling'
import { useLoad } from '../../client/hooks'
import { Alert, Button } from '../../components'
import { api } from '../session'
import { Loaded } from '../shared/list'
import { reasonOf } from './words'

interface CandidatesProps {
  job: Job
  timeZone: string
  onChoose: (workerId: string, start: string) => void
}

/** Who could take a job and when, and what keeps the others from it. Asked only when somebody wants to know. */
export function Candidates(props: CandidatesProps) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Who could take it, and why</summary>
      {open && <Verdicts {...props} />}
    </details>
  )
}

function Verdicts({ job, timeZone, onChoose }: CandidatesProps) {
  const load = useLoad((signal) => api.admin.dispatch.explain(job.id).get({ signal }), [job.id])
  return (
    <Loaded load={load} lines={4}>
      {({ workers, detail }) => (
        <>
          {detail !== null && <Alert tone="warn">{detail}</Alert>}
          {!workers.some(({ fits }) => fits) && <p class="soft small">Nobody could take it as it is.</p>}
          <ul class="todo candidates" tabIndex={0} aria-label="Who could take it">
            {workers.filter(isNear).map((verdict) => (
              <li key={verdict.worker}>
                <span class="todo-text">
                  <span class="strong">{verdict.name}</span>
                  <small>{reasonOf(verdict, timeZone)}</small>
                </span>
                {verdict.start !== null && (
                  <Button
                    size="small"
                    aria-label={`Choose ${verdict.name}`}
                    onClick={() => onChoose(verdict.worker, verdict.start ?? '')}
                  >
                    Choose
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

/** Who works elsewhere, or not any more, is no help. */
const isNear = ({ rule }: WorkerVerdict) => rule !== 'franchise' && rule !== 'active'
