import { sql } from 'drizzle-orm'
import { hour } from '../../../../lib/clock'
import { counted, type Finder, type Insight } from '../insight'

/** Events and messages that were given up, or that wait for longer than anything should. */
export const queues: Finder = async ({ store, clock }) => {
  const since = clock.now() - hour
  // States are spelled out for the small indexes over the rows in trouble.
  const [row] = await store.read.all<
    Record<'deadEvents' | 'oldEvents' | 'deadMessages' | 'oldMessages', number>
  >(sql`SELECT
    (SELECT count(*) FROM webhook_events WHERE state = 'dead') AS deadEvents,
    (SELECT count(*) FROM webhook_events WHERE state = 'queued' AND due_at < ${since}) AS oldEvents,
    (SELECT count(*) FROM outbox WHERE state <> 'queued' AND state <> 'sending' AND state <> 'sent' AND state <> 'cancelled') AS deadMessages,
    (SELECT count(*) FROM outbox WHERE state = 'queued' AND due_at < ${since}) AS oldMessages`)
  if (!row) return []
  const found: [rows: number, insight: Insight][] = [
    [
      row.deadEvents,
      {
        severity: 'high',
        category: 'data',
        title: `${counted(row.deadEvents, 'payment event')} given up`,
        detail: 'They failed again and again, so what they say is not in our books.',
        action: 'Read why under Webhooks (GET /api/admin/webhooks?state=dead), mend it, and replay them.',
      },
    ],
    [
      row.oldEvents,
      {
        severity: 'medium',
        category: 'config',
        title: `${counted(row.oldEvents, 'payment event')} overdue by more than an hour`,
        detail: 'Nobody takes them up: the scheduled retry does not run.',
        action: 'Set CRON_ENABLED=true, or call GET /api/cron/webhook-retry every five minutes.',
      },
    ],
    [
      row.deadMessages,
      {
        severity: 'medium',
        category: 'data',
        title: `${counted(row.deadMessages, 'message')} that did not arrive, or may not have`,
        detail: 'The provider refused them, or never said what became of them.',
        action:
          'Look under Outbox (GET /api/admin/outbox?state=dead and ?state=unknown); send again what is still wanted.',
      },
    ],
    [
      row.oldMessages,
      {
        severity: 'medium',
        category: 'config',
        title: `${counted(row.oldMessages, 'message')} overdue by more than an hour`,
        detail: 'The provider is slow, keeps failing or asks for a rest.',
        action: 'Run `doctor` to see whether the e-mail and SMS providers accept us.',
      },
    ],
  ]
  return found.filter(([rows]) => rows > 0).map(([, insight]) => insight)
}
