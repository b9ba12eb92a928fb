import type { Deps } from '../../../deps'
import { isoTime } from '../../../lib/clock'
import { waysFor } from '../../messages'
import { nextTurn } from '../engine/slices'
import { basisOf, joinBases, type CrewMember } from '../world/crew'
import type { Office } from '../world/load'
import type { OpenRow } from '../world/open-jobs'
import type { Travel } from '../world/travel'
import type { Verdict } from '../world/triage'
import { actionOf, moveOf, type Grounds } from './actions'
import type { Move } from './branch-plan'
import type { Escalation } from './escalations'
import type { DispatchRun, Remedy } from './model'

const linesPerTurn = 250

/** The facts behind the lines of an answer. */
export function groundsOf(
  { settings }: Pick<Deps, 'settings'>,
  { members }: Office,
  travel: Travel,
  remedies: ReadonlyMap<string, Remedy[]> = new Map(),
): Grounds {
  return {
    estimated: travel.fellBack,
    basis: basesOf(members),
    // Only emails name the technician.
    notifies: (row: OpenRow, isNew: boolean) =>
      waysFor(settings, 'scheduled', row).some(({ channel }) => isNew || channel === 'email'),
    workerName: (id) => members.find((member) => member.id === id)?.name ?? 'someone else',
    remediesFor: (jobId) => remedies.get(jobId) ?? [],
  }
}

/** The state of each worker, or of two, when the run began, calculated on demand. */
export function basesOf(members: CrewMember[]): Grounds['basis'] {
  const states = new Map(members.map(({ id, state }) => [id, state]))
  const basis = (id: string) => basisOf(states.get(id) ?? '')
  return ({ workerId, secondWorkerId }) =>
    joinBases(secondWorkerId === undefined ? [basis(workerId)] : [basis(workerId), basis(secondWorkerId)])
}

export async function describeRun(
  verdicts: Verdict[],
  moves: Move[],
  grounds: Grounds,
  now: number,
): Promise<DispatchRun> {
  const count = (type: Verdict['type']) => verdicts.filter((verdict) => verdict.type === type).length
  return {
    success: true,
    assigned: count('assigned'),
    escalated: count('escalated'),
    skipped: count('skipped'),
    actions: await inTurns(verdicts, (verdict) => actionOf(verdict, grounds)),
    moved: moves.length,
    moves: await inTurns(moves, (move) => moveOf(move, grounds)),
    todos: verdicts.flatMap(askedBy).length,
    timestamp: isoTime(now),
  }
}

/** Thousands of lines take a while, so requests have a turn in between. */
async function inTurns<T, R>(list: readonly T[], describe: (one: T) => R): Promise<R[]> {
  const lines: R[] = []
  for (const one of list) {
    lines.push(describe(one))
    if (lines.length % linesPerTurn === 0) await nextTurn()
  }
  return lines
}

/** Asks again about an undecided price if someone closed the to-do without deciding. */
export function askedBy(verdict: Verdict): Escalation[] {
  if (verdict.type === 'escalated') return [verdict]
  const isAboutPrice = verdict.type === 'skipped' && verdict.reason === 'low_price'
  return isAboutPrice ? [{ ...verdict, reason: 'low_price' }] : []
}
