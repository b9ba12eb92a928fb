import type { DispatchAction } from '../../../modules/scheduling'
import { formatMoment } from '../../client/format'
import { Badge, Table } from '../../components'
import { openJob, setAddress } from '../address'
import { TwoLines } from '../shared/facts'
import { localTime } from '../shared/zone'
import { useDirectory } from '../shell/directory'
import { setProposal, toggleLine, type Proposal } from './proposal'
import { Remedies } from './remedies'
import { costText } from './words'

const kinds = {
  assigned: { words: 'Assign', done: 'Assigned', tone: 'good' },
  escalated: { words: 'Needs attention', done: 'To-do', tone: 'warn' },
  skipped: { words: 'Waiting', done: 'Waiting', tone: 'plain' },
} as const

/** Assigned visits come first, then jobs that need attention. */
const order = ['assigned', 'escalated', 'skipped']

export function PlanLines({ proposal }: { proposal: Proposal }) {
  const { run, jobs, excluded, isDone } = proposal
  const { workerName, zoneOf } = useDirectory()
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const zoneFor = (jobId: string) => zoneOf(byId.get(jobId)?.franchiseId ?? null)
  const nameOf = (jobId: string) => byId.get(jobId)?.customerName ?? 'Job'
  return (
    <div class="run-actions">
      <Table
        caption="Dispatch plan"
        rows={run.actions.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))}
        keyOf={({ jobId }) => jobId}
        columns={[
          {
            head: 'Job',
            cell: ({ jobId }) => (
              <TwoLines
                first={
                  <button type="button" class="link-button" onClick={() => openJob(jobId)}>
                    {nameOf(jobId)}
                  </button>
                }
                second={byId.get(jobId)?.type}
              />
            ),
          },
          {
            head: 'Decision',
            cell: ({ type, jobId }) =>
              type === 'assigned' && !isDone ? (
                <label class="check plan-include">
                  <input
                    type="checkbox"
                    checked={!excluded.has(jobId)}
                    aria-label={`Assign ${nameOf(jobId)}`}
                    onChange={() => setProposal(toggleLine(proposal, jobId))}
                  />
                  <span>{kinds.assigned.words}</span>
                </label>
              ) : (
                <Badge tone={kinds[type].tone}>{isDone ? kinds[type].done : kinds[type].words}</Badge>
              ),
          },
          {
            head: 'Technician and time',
            cell: ({ jobId, worker, start }) =>
              worker !== null &&
              start !== null && (
                <TwoLines
                  first={workerName(worker)}
                  second={
                    <button
                      type="button"
                      class="link-button"
                      title="Show on the board"
                      onClick={() => setAddress({ date: localTime(start, zoneFor(jobId)).date })}
                    >
                      {formatMoment(start, zoneFor(jobId))}
                    </button>
                  }
                />
              ),
          },
          {
            head: 'Why',
            cell: (action) => (
              <>
                <Why action={action} />
                {!isDone && <Remedies action={action} proposal={proposal} name={nameOf(action.jobId)} />}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

/** The reason for a line, and what was gained by it. */
function Why({ action }: { action: DispatchAction }) {
  const { workerName } = useDirectory()
  return <TwoLines first={action.detail} second={costText(action, workerName)} />
}
