import { useState } from 'preact/hooks'
import { CheckField, Confirm } from '../../components'
import { commitPlan, proposedVisits, setProposal, type Proposal } from './proposal'
import { afterCommit, countOf } from './words'

interface CommitProps {
  /** Null while nobody asks. */
  proposal: Proposal | null
  onClose: () => void
  onDone: () => void
}

/** Sums up what assigning a plan does, before it does it. */
export function CommitDialog({ proposal, onClose, onDone }: CommitProps) {
  const [tells, setTells] = useState(true)
  const visits = proposedVisits(proposal)
  const told = visits.filter(({ notifies }) => notifies).length
  const todos = proposal?.run.todos ?? 0
  const left = proposal?.excluded.size ?? 0
  return (
    <Confirm
      title={`Assign ${countOf(visits.length, 'visit')}?`}
      open={proposal !== null}
      action={`Assign ${countOf(visits.length, 'visit')}`}
      onClose={onClose}
      onConfirm={async () => {
        if (!proposal) return
        const done = await commitPlan(proposal, tells)
        setProposal({ ...proposal, run: afterCommit(proposal.run, done), isDone: true })
        onDone()
      }}
    >
      <ul class="plan-summary">
        <li>
          {tells
            ? `${countOf(told, 'customer')} will be notified of their visit.`
            : 'No customer will be notified.'}
        </li>
        {told < visits.length && (
          <li>
            {`We can't notify ${countOf(visits.length - told, 'customer')}, because there's no way to reach them or these messages are turned off.`}
          </li>
        )}
        {left > 0 && (
          <li>{`${countOf(left, 'job')} you took out ${left === 1 ? 'stays' : 'stay'} unscheduled.`}</li>
        )}
        {todos > 0 && (
          <li>
            {`${countOf(todos, 'job')} that can't be scheduled `}
            <span class="nowrap">{todos === 1 ? 'becomes a to-do.' : 'become to-dos.'}</span>
          </li>
        )}
      </ul>
      {told > 0 && <CheckField label="Notify customers" checked={tells} onCheck={setTells} />}
    </Confirm>
  )
}
