import type { Branch } from './branches'
import type { Placement } from './engine/result'
import { hurry, sentences, lasting, type Escalated, type Lasting, type Passing, type Urgent } from './reasons'
import { urgencyOf, type Waiting } from './triage'

/** What becomes of a job that was looked at. */
export type Verdict = Assigned | Unassigned

export interface Assigned {
  type: 'assigned'
  waiting: Waiting
  placement: Placement
}

export type Unassigned =
  | { type: 'escalated'; waiting: Waiting; reason: Escalated; detail: string }
  | { type: 'skipped'; waiting: Waiting; reason: Passing; detail: string }

/** A job that is not planned now, or that the plan has no place for. */
export function leave(
  waiting: Waiting,
  found: Lasting | Passing | Urgent,
  { now, crewSize }: { now: number; crewSize: number },
): Unassigned {
  const { reason, detail } = explained(waiting, found, crewSize)
  if (isPassing(reason)) {
    const urgent = urgencyOf(waiting, reason, now)
    if (urgent === null) return { type: 'skipped', waiting, reason, detail }
    // Room is not what is missing: headquarters is asked about what is.
    if (reason === 'awaiting_payment' || reason === 'not_placed_yet')
      return { type: 'escalated', waiting, reason, detail: `${hurry[urgent]} ${detail}` }
    return { type: 'escalated', waiting, reason: urgent, detail: `${sentences[urgent]} ${detail}` }
  }
  return { type: 'escalated', waiting, reason, detail }
}

const isPassing = (reason: Lasting | Passing | Urgent): reason is Passing =>
  reason !== 'window_closing' &&
  reason !== 'waiting_too_long' &&
  !(lasting as readonly string[]).includes(reason)

/** The reason as the person who has to deal with it would put it. */
function explained(waiting: Waiting, found: Lasting | Passing | Urgent, crewSize: number) {
  const because = (reason: Lasting | Passing | Urgent, detail = sentences[reason]) => ({ reason, detail })
  const { branch, service, wish } = waiting
  const isAboutPeople = found === 'no_skill' || found === 'out_of_area'
  const closed = franchiseProblem(branch)
  if (isAboutPeople && closed !== null) return because('out_of_area', closed)
  if (isAboutPeople && crewSize === 0)
    return branch.id === null
      ? because('out_of_area', 'The place lies outside every service area.')
      : because('no_skill', 'The franchise has no active worker.')
  if (found === 'no_skill' && service)
    return because(
      found,
      `No active worker of the franchise has all of these skills: ${service.skills.join(', ')}.`,
    )
  if (found === 'no_duration' && !service) return because(found, 'There is no service type of this name.')
  return wish.unclear && found === 'no_capacity'
    ? because(found, `${sentences[found]} ${unclearTime}`)
    : because(found)
}

/** Why nobody of a franchise can be sent, whatever the job is. */
export function franchiseProblem({ known, active }: Branch): string | null {
  if (!known) return 'The booking names a franchise that does not exist.'
  return active ? null : 'Its franchise is not active.'
}

export const unclearTime = 'The words for the preferred time were not understood, so any time was taken.'
