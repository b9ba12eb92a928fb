import { useState } from 'preact/hooks'
import { CheckField, Confirm } from '../../components'
import { commitPlan, proposedVisits, setProposal, type Proposal } from './proposal'
import { afterCommit, commitText, countOf } from './words'

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
  const assigned = visits.filter(({ type }) => type === 'assigned')
  const unreachable = assigned.filter(({ notifies }) => !notifies).length
  const quiet = visits.filter(({ type, notifies }) => type === 'moved' && !notifies).length
  const todos = proposal?.run.todos ?? 0
  const left = proposal?.excluded.size ?? 0
  const isCover = proposal?.cover !== undefined
  return (
    <Confirm
      title={`${commitText(visits, isCover)}?`}
      open={proposal !== null}
      action={commitText(visits, isCover)}
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
          {tells && told > 0
            ? `${countOf(told, 'customer')} will be notified of ${assigned.length > 0 ? 'their visit' : 'the change'}.`
            : 'No customer will be notified.'}
        </li>
        {quiet > 0 && (
          <li>{`${countOf(quiet, 'visit')} ${quiet === 1 ? 'stays' : 'stay'} inside the arrival window, so nothing changes for the ${quiet === 1 ? 'customer' : 'customers'}.`}</li>
        )}
        {unreachable > 0 && (
          <li>
            {`We can't notify ${countOf(unreachable, 'customer')}, because there's no way to reach them or these messages are turned off.`}
          </li>
        )}
        {left > 0 && (
          <li>{`${countOf(left, 'line')} you took out ${left === 1 ? 'stays' : 'stay'} as ${left === 1 ? 'it is' : 'they are'}.`}</li>
        )}
        {todos > 0 && (
          <li>
            {isCover
              ? `${countOf(todos, 'visit')} nobody can take `
              : `${countOf(todos, 'job')} that can't be scheduled `}
            <span class="nowrap">{todos === 1 ? 'becomes a to-do.' : 'become to-dos.'}</span>
          </li>
        )}
      </ul>
      {told > 0 && (
        <CheckField
          label={told === 1 ? 'Notify customer' : 'Notify customers'}
          checked={tells}
          onCheck={setTells}
        />
      )}
    </Confirm>
  )
}
