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

/** Lists who can take a job and when, and why the others can't. Loads only when opened. */
export function Candidates(props: CandidatesProps) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>See who can take this job</summary>
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
          <ul class="todo candidates" tabIndex={0} aria-label="Who can take this job">
            {together(workers.filter(isNear), timeZone).map(({ reason, verdicts: [verdict, ...others] }) => (
              <li key={verdict.worker}>
                <span class="todo-text">
                  <span class="strong">{[verdict, ...others].map(({ name }) => name).join(', ')}</span>
                  <small>{reason}</small>
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

interface Candidate {
  reason: string
  verdicts: [WorkerVerdict, ...WorkerVerdict[]]
}

/** Everyone who can take it has a line; those who can't, for the same reason, share one. */
function together(workers: WorkerVerdict[], timeZone: string): Candidate[] {
  const lines: Candidate[] = []
  for (const verdict of workers) {
    const reason = reasonOf(verdict, timeZone)
    const same = verdict.start === null ? lines.find((line) => line.reason === reason) : undefined
    if (same) same.verdicts.push(verdict)
    else lines.push({ reason, verdicts: [verdict] })
  }
  return lines
}

/** Workers of other franchises and inactive workers would only crowd the list. */
const isNear = ({ rule }: WorkerVerdict) => rule !== 'franchise' && rule !== 'active'
