import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { actorText, type Actor } from '../../lib/actor'
import { conflict, missing } from '../../lib/errors'
import { holdBack, letGo, wakeSender } from '../messages'
import { clearTodo } from '../office'
import type { Job } from './model'
import { reasonably, stepUndoMs } from './move'
import { presentJob, requireJob, type JobRow } from './rows'
import { aboutEvent, changeJob, type JobState } from './timeline'
import { lastEvent } from './undo'

interface Own {
  workerId: string
  actor: Actor
}

async function requireOwn(tx: Tx, id: string, workerId: string): Promise<JobRow> {
  const job = await requireJob(tx, id)
  if (job.workerId !== workerId) throw missing('Job')
  return job
}

/** The technician stands at the door: from now on they wait for the customer. */
export async function arrive(
  deps: Deps,
  id: string,
  { workerId, actor, doneAt }: Own & { doneAt: number | undefined },
): Promise<Job> {
  const at = deps.clock.now()
  const arrived = await deps.store.write(async (tx) => {
    const job = await requireOwn(tx, id, workerId)
    if (job.status !== 'en_route') throw conflict('You can only arrive at a visit you’re on the way to')
    if (job.arrivedAt !== null) return job
    const arrivedAt = reasonably(doneAt ?? at, job, at)
    return (await changeJob(tx, job, { arrivedAt }, { kind: 'arrived', actor, at })).job
  })
  return presentJob(arrived)
}

interface OwnUndo extends Own {
  /** The status the step led to. */
  step: string
  /** Runs in the same unit when the job is no longer completed. */
  onReopened: (tx: Tx, job: JobRow) => Promise<void>
}

/** Takes back a technician's own last step together with its messages, which wait that long. */
export async function undoStep(deps: Deps, id: string, undo: OwnUndo): Promise<Job> {
  const { workerId, actor, step, onReopened } = undo
  const at = deps.clock.now()
  const restored = await deps.store.write(async (tx) => {
    const job = await requireOwn(tx, id, workerId)
    const last = await lastEvent(tx, id)
    if (last?.kind !== step || last.actor !== actorText(actor))
      throw conflict('This visit has changed since, so the step can’t be undone')
    const isOver = at > last.at + stepUndoMs
    if (isOver || !(await holdBack(tx, aboutEvent(id, last.id))))
      throw conflict('It’s too late to undo this step. Call the office to correct it.')
    const before = last.before as Partial<JobState>
    const { job: undone } = await changeJob(tx, job, before, { kind: 'undone', actor, at })
    const earlier = await lastEvent(tx, id, last.id)
    if (earlier) await letGo(tx, aboutEvent(id, earlier.id), 'replaced')
    if (step === 'no_show') await clearTodo(tx, at, 'job.no-show', id)
    if (step === 'completed') await onReopened(tx, undone)
    return undone
  })
  wakeSender(deps)
  return presentJob(restored)
}
