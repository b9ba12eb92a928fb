import { isoTime } from '../../lib/clock'
import { rounded } from './actions'
import { skillKey, type CrewMember } from './crew'
import type { Change } from './engine/change'
import type { WorkerAnswer } from './engine/explain'
import { changeSentence } from './engine/sentences'
import { failureSentence } from './failures'
import type { WorkerVerdict } from './model'
import { sentences } from './reasons'
import { setAside, type Waiting } from './triage'
import { franchiseProblem } from './verdicts'

/** The job's own side of it. */
export function presentWaiting(waiting: Waiting) {
  const { row, job, wish, branch } = waiting
  const problem = job.place === null ? 'no_place' : job.durationMinutes === null ? 'no_duration' : null
  const closed = row.status === 'pending' ? franchiseProblem(branch) : null
  const found = row.status === 'pending' ? (setAside(waiting) ?? problem) : problem
  const reason = found ?? (closed === null ? null : 'out_of_area')
  return {
    jobId: row.id,
    status: row.status,
    worker: row.workerId,
    reason,
    detail: found ? sentences[found] : closed,
    windows: wish.windows?.map(({ from, until }) => ({ start: isoTime(from), end: isoTime(until) })) ?? null,
    windowUnclear: wish.unclear,
  }
}

export function presentAnswer(
  answer: WorkerAnswer,
  { name }: CrewMember,
  { service, branch }: Waiting,
): WorkerVerdict {
  const written = (skills: string[]) =>
    skills.map((skill) => service?.skills.find((own) => skillKey(own) === skill) ?? skill)
  const who = { worker: answer.workerId, name, fits: answer.fits }
  if (answer.fits) {
    const { date, visit, score } = answer
    const { travel, lateness, balance, familiarity, total } = score
    return {
      ...who,
      date,
      start: isoTime(visit.start),
      end: isoTime(visit.end),
      score: {
        travel: rounded(travel),
        lateness: rounded(lateness),
        balance: rounded(balance),
        familiarity: rounded(familiarity),
        total: rounded(total),
      },
      rule: null,
      detail: 'Could take it.',
      change: null,
    }
  }
  const failure =
    answer.failure.rule === 'skills'
      ? { ...answer.failure, missing: written(answer.failure.missing) }
      : answer.failure
  const nothing = { date: null, start: null, end: null, score: null }
  return {
    ...who,
    ...nothing,
    rule: failure.rule,
    detail: (failure.rule === 'service_area' && franchiseProblem(branch)) || failureSentence(failure),
    change: presentChange(answer.change, written),
  }
}

function presentChange(
  change: Change | null,
  written: (skills: string[]) => string[],
): WorkerVerdict['change'] {
  if (change === null) return null
  const told = change.kind === 'skills_learned' ? { ...change, skills: written(change.skills) } : change
  return {
    kind: told.kind,
    by: 'by' in told ? told.by : null,
    unit: 'unit' in told ? told.unit : null,
    date: 'date' in told ? told.date : null,
    sentence: changeSentence(told),
  }
}
