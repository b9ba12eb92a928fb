import { useDirectory } from '../shell/directory'
import { placeText, type Moving } from './moving'
import { Times } from './times'

interface MoveHintProps {
  moving: Moving | null
  /** Why it can't land there. */
  blocked: string | null
  /** The reasons against this place. */
  reasons: string[]
}

/** Says where a visit would land and what it would break, while it is being moved. */
export function MoveHint({ moving, blocked, reasons }: MoveHintProps) {
  const { workerName } = useDirectory()
  return (
    <div class="move-hint-place" role="status" aria-live="polite">
      {moving && (
        <div class="move-hint" data-blocked={blocked === null ? 'false' : 'true'}>
          <strong>
            <Times>{textOf(moving, workerName)}</Times>
          </strong>
          {blocked !== null && <span>{blocked}</span>}
          {blocked === null && reasons.map((reason) => <span key={reason}>{reason}</span>)}
          <small>{moving.by === 'keyboard' ? 'Enter drops it, Escape cancels' : 'Escape cancels'}</small>
        </div>
      )}
    </div>
  )
}

function textOf(moving: Moving, workerName: (id: string | null) => string): string {
  const { job, to, isOff } = moving
  if (isOff) return `${job.customerName}: take off the schedule`
  if (to === null) return `${job.customerName}: drop it on the row of a technician`
  return `${job.customerName}: ${placeText(moving)}, ${workerName(to.workerId) || 'unassigned'}`
}
