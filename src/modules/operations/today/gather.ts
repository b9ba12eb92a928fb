import { isAnyOf } from '../../../../db/conditions'
import { jobs, todaySnoozes } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { isoTime, isoTimeOrNull } from '../../../lib/clock'
import { reassignDetail } from '../../jobs'
import { listTodos, type Todo } from '../../office'
import { consolePage } from '../diagnosis/check'
import { todayGroups, type Today, type TodayGroup, type TodayLine } from './model'
import { readTodayMoney } from './money'
import { fresh, perKind, type Reach } from './reach'
import {
  deadPaymentEvents,
  failedMessages,
  failedPayments,
  openIncidents,
  overdueInvoices,
  planRequests,
  stuckPayouts,
} from './troubles'
import {
  lateLine,
  lateVisits,
  presentTodayJob,
  shownOfJob,
  unassignedLine,
  unassignedVisits,
  waitingJobs,
  waitingLine,
} from './visits'

/** Everything that needs a person now, as far as the caller may see it. */
export async function readToday(deps: Deps, reach: Reach): Promise<Today> {
  const { lines, more } = await gatherLines(deps, reach)
  return {
    at: isoTime(deps.clock.now()),
    lines: await withSnoozes(deps, lines),
    more,
    money: reach.may('reports.read') ? await readTodayMoney(deps, reach.franchiseId) : null,
  }
}

const fromTodos = 200

export async function gatherLines(
  deps: Deps,
  reach: Reach,
): Promise<{ lines: TodayLine[]; more: TodayGroup[] }> {
  const todos = await openTodos(deps, reach)
  const covered = new Set(todos.flatMap(({ todo }) => (todo === null ? [] : [todo.subject])))
  const found: TodayLine[][] = [todos]
  for (const source of sourcesFor(deps, reach)) {
    const lines = await source()
    // A to-do about the same thing says more, and marking it done is kept in the activity log.
    found.push(
      lines.filter(({ key, kind }) => kind === 'visit.late' || !covered.has(key.split(':')[1] ?? '')),
    )
  }
  const more = found.flatMap((lines, place) =>
    lines.length > (place === 0 ? fromTodos : perKind) ? lines.slice(-1).map(({ group }) => group) : [],
  )
  const lines = found.flatMap((all, place) => all.slice(0, place === 0 ? fromTodos : perKind))
  const rank = ({ group, urgent }: TodayLine) => todayGroups.indexOf(group) * 2 + (urgent ? 0 : 1)
  return { lines: lines.toSorted((one, other) => rank(one) - rank(other)), more: [...new Set(more)] }
}

function sourcesFor(deps: Deps, reach: Reach): (() => Promise<TodayLine[]>)[] {
  const { may, franchiseId } = reach
  const isForAll = franchiseId === undefined
  const now = deps.clock.now()
  const sources: [isOpen: boolean, lines: () => Promise<TodayLine[]>][] = [
    [may('dispatch'), async () => (await lateVisits(deps, reach)).map((row) => lateLine(row, now))],
    [may('dispatch'), async () => (await unassignedVisits(deps, reach)).map(unassignedLine)],
    [may('dispatch'), async () => (await waitingJobs(deps, reach)).map((row) => waitingLine(deps, row))],
    [may('jobs.price') && isForAll, () => planRequests(deps)],
    [may('money.read'), () => failedPayments(deps, reach)],
    [may('money.read') && isForAll, () => deadPaymentEvents(deps)],
    [may('invoices.read'), () => overdueInvoices(deps, reach)],
    [may('money.read'), () => stuckPayouts(deps, reach)],
    [may('messages.read'), () => failedMessages(deps, reach)],
    [may('system') && isForAll, () => openIncidents(deps)],
  ]
  return sources.filter(([isOpen]) => isOpen).map(([, lines]) => lines)
}

/** The group of each noun that to-dos are named after; two kinds stand apart from their noun. */
const groupOfNoun: Record<string, TodayGroup> = {
  job: 'jobs',
  dispatch: 'jobs',
  worker: 'jobs',
  board: 'jobs',
  plan: 'plans',
  template: 'plans',
  schedule: 'plans',
  payment: 'money',
  refund: 'money',
  cancel: 'money',
  card: 'money',
  invoice: 'money',
  billing: 'money',
  transfer: 'payouts',
  message: 'messages',
  customer: 'messages',
  sms: 'messages',
  webhook: 'system',
  access: 'system',
}
const groupOfKind: Record<string, TodayGroup> = {
  'sms.reply': 'replies',
  'payment.not-set-up': 'system',
  'payment.rejected': 'system',
}

const groupOf = (kind: string): TodayGroup =>
  groupOfKind[kind] ?? groupOfNoun[kind.split('.')[0] ?? ''] ?? 'other'

async function openTodos(deps: Deps, { may, franchiseId }: Reach): Promise<TodayLine[]> {
  if (!may('todos.read')) return []
  const query = { state: 'open' as const, limit: fromTodos, format: 'json' as const }
  const listed = listTodos(
    deps,
    { ...query, ...(franchiseId !== undefined && { franchiseId }) },
    { money: may('money.read') },
  )
  const todos = (await listed.rows(fromTodos + 1, null)).map((row) => listed.present(row))
  const known = await jobsOf(deps, todos)
  return todos.map((todo) => ({
    ...fresh,
    key: `todo:${todo.id}`,
    group: groupOf(todo.kind),
    kind: todo.kind,
    title: todo.title,
    detail: todo.detail,
    since: todo.createdAt,
    urgent: hasCover(todo),
    fix: fixOf(todo),
    job: known.get(todo.jobId ?? todo.subject) ?? null,
    todo,
  }))
}

/** Whether others were looked for to take over today's visits of a technician who is out or late. */
const hasCover = ({ kind, detail }: Todo): boolean =>
  kind === 'worker.late' || (kind === 'worker.absent' && detail !== reassignDetail)

/** The board shows a better plan, and who can take over the visits of a technician who is out or late, once that was found. */
function fixOf(todo: Todo): TodayLine['fix'] {
  const { kind, subject } = todo
  if (kind === 'plan.price')
    return { label: 'Set price', page: consolePage('recurring', { part: 'plans', id: subject }) }
  if (kind === 'board.better-plan')
    return { label: 'See plan', page: consolePage('dispatch', { better: subject }) }
  if (!hasCover(todo)) return null
  return { label: 'See plan', page: consolePage('dispatch', { cover: subject }) }
}

async function jobsOf({ store }: Deps, todos: Todo[]) {
  const ids = todos.map(({ jobId, subject }) => jobId ?? subject)
  const rows = await store.read.select(shownOfJob).from(jobs).where(isAnyOf(jobs.id, ids))
  return new Map(rows.map((row) => [row.id, presentTodayJob(row)]))
}

async function withSnoozes({ store, clock }: Deps, lines: TodayLine[]): Promise<TodayLine[]> {
  const keys = lines.map(({ key }) => key)
  const rows = await store.read.select().from(todaySnoozes).where(isAnyOf(todaySnoozes.key, keys))
  const now = clock.now()
  const active = rows.filter(({ until }) => until === null || until > now)
  const byKey = new Map(active.map((row) => [row.key, row]))
  return lines.map((line) => {
    const snooze = byKey.get(line.key)
    return snooze ? { ...line, snoozed: { until: isoTimeOrNull(snooze.until), by: snooze.by } } : line
  })
}
