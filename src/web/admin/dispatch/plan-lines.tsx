import type { Job } from '../../../modules/jobs'
import type { DispatchAction } from '../../../modules/scheduling'
import { formatMoment } from '../../client/format'
import { Badge } from '../../components'
import { openJob, setAddress } from '../address'
import { localTime } from '../shared/zone'
import { technicianNames, useDirectory } from '../shell/directory'
import { setProposal, toggleLine, type Proposal } from './proposal'
import { Remedies } from './remedies'
import { Times } from './times'
import { costText, whyText } from './words'

const groups = [
  { type: 'assigned', title: 'To assign', done: 'Assigned' },
  { type: 'moved', title: 'To move inside their arrival windows', done: 'Moved' },
  { type: 'escalated', title: 'Need your attention', done: 'To-dos' },
  { type: 'skipped', title: 'Waiting', done: 'Waiting' },
] as const

/** A cover keeps the times and changes the technicians. */
const reassigned = { title: 'To reassign', done: 'Reassigned' }

/** Every job of a plan with its place or its problem, by what becomes of it. */
export function PlanLines({ proposal }: { proposal: Proposal }) {
  const { run, jobs, isDone, excluded } = proposal
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return (
    <div class="plan-lines" role="region" aria-label="Lines of the plan" tabIndex={0}>
      {groups.map(({ type, title: usual, done }) => {
        const words = type === 'moved' && proposal.cover !== undefined ? reassigned : { title: usual, done }
        const title = isDone ? words.done : words.title
        // Once the rest is assigned, nobody looks for the lines that were taken out of the plan.
        const lines = [...run.actions, ...run.moves].filter(
          (action) => action.type === type && !(isDone && excluded.has(action.jobId)),
        )
        if (lines.length === 0) return null
        return (
          <section key={type} aria-label={title}>
            <h3>
              {title} <span class="soft num">{lines.length}</span>
            </h3>
            <ul>
              {lines.map((action) => (
                <Line key={action.jobId} action={action} proposal={proposal} job={byId.get(action.jobId)} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

interface LineProps {
  action: DispatchAction
  proposal: Proposal
  job: Job | undefined
}

function Line({ action, proposal, job }: LineProps) {
  const directory = useDirectory()
  const { workerName, zoneOf } = directory
  const { jobId, type, worker, second, start, reason } = action
  const { excluded, isDone } = proposal
  const name = job?.customerName ?? 'Job'
  const zone = zoneOf(job?.franchiseId ?? null)
  // The reason of a move says what it saves.
  const cost = type === 'moved' && action.travel === 0 ? '' : costText(action, workerName)
  const why = whyText(action)
  return (
    <li class="plan-line" data-out={excluded.has(jobId) ? 'true' : 'false'}>
      {(type === 'assigned' || type === 'moved') && !isDone ? (
        <label class="plan-pick">
          <input
            type="checkbox"
            checked={!excluded.has(jobId)}
            aria-label={`${type === 'moved' ? (proposal.cover === undefined ? 'Move' : 'Reassign') : 'Assign'} ${name}`}
            onChange={() => setProposal(toggleLine(proposal, jobId))}
          />
        </label>
      ) : (
        <span />
      )}
      <div>
        <button type="button" class="link-button" onClick={() => openJob(jobId)}>
          {name}
        </button>{' '}
        {reason === 'as_chosen' && <Badge tone="info">Placed by you</Badge>}
        {worker !== null && start !== null && (
          <p>
            {technicianNames({ workerId: worker, secondWorkerId: second }, directory)} ·{' '}
            <button
              type="button"
              class="link-button"
              title="Show on the board"
              onClick={() => setAddress({ date: localTime(start, zone).date })}
            >
              {formatMoment(start, zone)}
            </button>
          </p>
        )}
        {why !== '' && (
          <p class="plan-why">
            <Times>{why}</Times>
          </p>
        )}
        {cost !== '' && <p class="plan-cost">{cost}</p>}
        {!isDone && <Remedies action={action} proposal={proposal} name={name} />}
      </div>
    </li>
  )
}
