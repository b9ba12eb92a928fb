import { useEffect, useState } from 'preact/hooks'
import { useKeptFocus } from '../../client/focus'
import type { Action } from '../../client/hooks'
import { Alert, Button } from '../../components'
import { useDirectory } from '../shell/directory'
import { CommitDialog } from './commit-dialog'
import { PlanLines } from './plan-lines'
import { proposedVisits, setProposal, useProposal, type Proposal } from './proposal'
import { Times } from './times'
import { commitText, doneText, proposalText } from './words'

interface PlanPanelProps {
  /** Plans again around this proposal. */
  planning: Action<[Proposal]>
  onDone: () => void
}

/** A dispatch plan with the reason for each line: take lines out, fix what doesn't fit, and assign the rest. */
export function PlanPanel({ planning, onDone }: PlanPanelProps) {
  const proposal = useProposal()
  const { workerName } = useDirectory()
  const place = useKeptFocus<HTMLElement>()
  const [isAsking, setIsAsking] = useState(false)
  const isShown = proposal !== null
  // The button that asked for the plan is gone.
  useEffect(() => {
    if (isShown && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [isShown])
  if (!proposal) return null
  const visits = proposedVisits(proposal)
  const isCover = proposal.cover !== undefined
  return (
    <section class="plan" aria-label="Auto-dispatch" ref={place} tabIndex={-1}>
      <h2>{proposal.cover === undefined ? 'Dispatch plan' : `Cover for ${workerName(proposal.cover)}`}</h2>
      <p class="soft small" aria-live="polite">
        <Times>{proposal.isDone ? doneText(proposal.run, isCover) : proposalText(proposal)}</Times>
      </p>
      <div class="row">
        {visits.length > 0 && (
          <Button kind="primary" size="small" busy={planning.busy} onClick={() => setIsAsking(true)}>
            {commitText(visits, isCover)}
          </Button>
        )}
        {!proposal.isDone && (
          <Button size="small" busy={planning.busy} onClick={() => void planning.run(proposal)}>
            Update plan
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => setProposal(null)}>
          {proposal.isDone ? 'Close' : 'Discard plan'}
        </Button>
      </div>
      {!proposal.isDone && (
        <p class="soft small">
          Dashed visits on the board are proposals, and gray ones would move. Drag a proposal to place it
          yourself, and we'll replan the rest around it.
        </p>
      )}
      {planning.problem !== null && <Alert tone="bad">{planning.problem}</Alert>}
      {proposal.run.actions.length + proposal.run.moves.length > 0 && <PlanLines proposal={proposal} />}
      <CommitDialog
        proposal={isAsking ? proposal : null}
        onClose={() => setIsAsking(false)}
        onDone={() => {
          setIsAsking(false)
          onDone()
        }}
      />
    </section>
  )
}
