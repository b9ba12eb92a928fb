import { sql } from 'drizzle-orm'
import { onlyRow } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { scheduledTasks } from '../scheduled-tasks/registry'

/** Longer queues are counted up to here, so a scrape never takes long. */
const most = 100_000

const counted = (rows: string) => sql.raw(`(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${most}))`)
const inState = (state: string) =>
  counted(`outbox WHERE state <> 'queued' AND state <> 'sending' AND state <> 'sent' AND state = '${state}'`)
/** Within a channel, the index is ordered by rank and then by time. */
const firstDue = (channel: string, rank: number) =>
  sql.raw(
    `(SELECT due_at FROM outbox WHERE state = 'queued' AND channel = '${channel}' AND rank = ${rank} ORDER BY due_at LIMIT 1)`,
  )

/** Every condition is a literal that matches a partial index, so each count is a short scan of one. */
export const queuesQuery = sql`SELECT
  ${counted("outbox WHERE state = 'queued'")} AS queued,
  ${counted("outbox WHERE state = 'sending'")} AS sending,
  ${inState('dead')} AS dead, ${inState('unknown')} AS unknown, ${inState('held')} AS held,
  ${firstDue('email', 0)} AS email0, ${firstDue('email', 1)} AS email1,
  ${firstDue('sms', 0)} AS sms0, ${firstDue('sms', 1)} AS sms1,
  ${counted("webhook_events WHERE state = 'queued'")} AS queuedEvents,
  ${counted("webhook_events WHERE state = 'processing'")} AS processingEvents,
  ${counted("webhook_events WHERE state = 'dead'")} AS deadEvents,
  (SELECT due_at FROM webhook_events WHERE state = 'queued' ORDER BY due_at LIMIT 1) AS firstEvent,
  ${counted("webhook_deliveries WHERE state = 'queued'")} AS queuedDeliveries,
  ${counted("webhook_deliveries WHERE state = 'sending'")} AS sendingDeliveries,
  ${counted('alert_calls WHERE due_at IS NOT NULL')} AS alertCalls,
  ${counted("jobs WHERE place_state = 'waiting'")} AS toPlace,
  ${counted("hq_tasks WHERE state = 'open'")} AS todos,
  ${counted('incidents WHERE ended_at IS NULL')} AS incidents`

export type Stored = Awaited<ReturnType<typeof readStored>>

/** Queue lengths and ages, and when tasks last succeeded. */
export async function readStored({ store, clock }: Pick<Deps, 'store' | 'clock'>) {
  const now = clock.now()
  const rows = await store.read.all<Record<string, number | null>>(queuesQuery)
  const row = onlyRow(rows)
  const count = (name: string) => row[name] ?? 0
  const overdue = (...names: string[]) => {
    const dueAt = Math.min(...names.map((name) => row[name] ?? Infinity))
    return Math.max(0, now - Math.min(dueAt, now)) / 1000
  }
  return {
    outbox: {
      queued: count('queued'),
      sending: count('sending'),
      dead: count('dead'),
      unknown: count('unknown'),
      held: count('held'),
    },
    overdueSeconds: { email: overdue('email0', 'email1'), sms: overdue('sms0', 'sms1') },
    events: {
      queued: count('queuedEvents'),
      processing: count('processingEvents'),
      dead: count('deadEvents'),
    },
    overdueEventSeconds: overdue('firstEvent'),
    deliveries: { queued: count('queuedDeliveries'), sending: count('sendingDeliveries') },
    alertCalls: count('alertCalls'),
    jobsToPlace: count('toPlace'),
    openTodos: count('todos'),
    openIncidents: count('incidents'),
    lastSuccess: await lastSuccesses(store),
  }
}

/** When each task last succeeded, as far back as its runs are kept. */
async function lastSuccesses({ read }: Deps['store']): Promise<[string, number][]> {
  const found = await Promise.all(
    scheduledTasks.map(async ({ name }) => {
      const [run] = await read.all<{ at: number | null }>(sql`SELECT ended_at AS at FROM task_runs
        WHERE task = ${name} AND state = 'done' ORDER BY id DESC LIMIT 1`)
      return [name, run?.at ?? null] as const
    }),
  )
  return found.filter((one): one is [string, number] => one[1] !== null)
}
