import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { isTroubled } from '../../../../db/schema/messages'
import {
  franchises,
  incidents,
  jobs,
  maintenancePlans,
  outbox,
  transfers,
  webhookEvents,
} from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { isoTime } from '../../../lib/clock'
import { messageTopics } from '../../../lib/message-topics'
import { formatUsd } from '../../../lib/money'
import { formatsFor } from '../../../words/formats'
import { howOften } from '../../../words/how-often'
import { listInvoices } from '../../invoices'
import { leftOfTransfer } from '../../payouts'
import { consolePage, counted } from '../diagnosis/check'
import type { TodayLine } from './model'
import { fresh, perKind, type Reach } from './reach'
import { presentTodayJob, shownOfJob } from './visits'

const formats = formatsFor('en')

type Lines = Promise<TodayLine[]>

/** Requests that wait for a price. A plan has no franchise before it starts, so they are HQ's. */
export async function planRequests({ store }: Deps): Lines {
  const rows = await store.read
    .select()
    .from(maintenancePlans)
    .where(
      and(
        eq(maintenancePlans.ended, false),
        isNull(maintenancePlans.templateId),
        isNull(maintenancePlans.priceCents),
      ),
    )
    .orderBy(asc(maintenancePlans.id))
    .limit(perKind + 1)
  return rows.map((plan) => ({
    ...fresh,
    key: `plan.requested:${plan.id}`,
    group: 'plans',
    kind: 'plan.requested',
    title: `${plan.customerName} asked for a maintenance plan`,
    detail: `${plan.serviceType}, ${howOften('en', plan).toLowerCase()}`,
    since: isoTime(plan.createdAt),
    fix: { label: 'Set price', page: consolePage('recurring', { part: 'plans', id: plan.id }) },
  }))
}

/** The longest due first. */
export async function overdueInvoices(deps: Deps, { franchiseId }: Reach): Lines {
  const query = { state: 'overdue' as const, sort: 'due' as const, limit: perKind, format: 'json' as const }
  const listed = await listInvoices(deps, { ...query, ...(franchiseId !== undefined && { franchiseId }) })
  const rows = await listed.rows(perKind + 1, null)
  return rows.map(({ invoice, paidCents }) => ({
    ...fresh,
    key: `invoice.overdue:${invoice.id}:${invoice.dueOn ?? ''}`,
    group: 'money',
    kind: 'invoice.overdue',
    title: `${invoice.customerName} owes ${formatUsd(Math.max(0, invoice.totalCents - paidCents))}`,
    detail: `Invoice ${invoice.number ?? ''} was due ${invoice.dueOn === null ? '' : formats.dateOf(invoice.dueOn)}`,
    since: isoTime(invoice.sentAt ?? invoice.createdAt),
    fix: { label: 'Open invoice', page: consolePage('invoices', { id: invoice.id }) },
  }))
}

export async function failedPayments({ store }: Deps, { franchiseId }: Reach): Lines {
  const rows = await store.read
    .select(shownOfJob)
    .from(jobs)
    .where(
      and(
        sql`${jobs.paymentState} = 'failed' AND ${jobs.paymentState} <> 'unpaid'`,
        sql`${jobs.status} NOT IN ('cancelled', 'no_show')`,
        franchiseId === undefined ? undefined : sql`+${jobs.franchiseId} = ${franchiseId}`,
      ),
    )
    .orderBy(desc(jobs.seq))
    .limit(perKind + 1)
  return rows.map((row) => ({
    ...fresh,
    key: `payment.failed:${row.id}`,
    group: 'money',
    kind: 'payment.failed',
    title: `${row.customerName}'s payment failed`,
    since: isoTime(row.createdAt),
    urgent: true,
    fix: { label: 'Record payment', page: consolePage('today', { job: row.id, do: 'pay' }) },
    job: presentTodayJob(row),
  }))
}

const topicOf = (template: string) => (messageTopics[template] ?? template).toLowerCase()

export async function failedMessages({ store }: Deps, { franchiseId }: Reach): Lines {
  const rows = await store.read
    .select({
      id: outbox.id,
      template: outbox.template,
      recipient: sql<string>`coalesce(nullif(${outbox.data} ->> 'name', ''), ${outbox.recipient})`,
      lastError: outbox.lastError,
      createdAt: outbox.createdAt,
    })
    .from(outbox)
    .where(
      and(
        sql`${outbox.state} = 'dead' AND ${isTroubled(outbox.state)}`,
        isNull(outbox.campaignId),
        franchiseId === undefined ? undefined : sql`+${outbox.franchiseId} = ${franchiseId}`,
      ),
    )
    .orderBy(desc(outbox.id))
    .limit(perKind + 1)
  return rows.map(({ id, template, recipient, lastError, createdAt }) => ({
    ...fresh,
    key: `message.failed:${id}`,
    group: 'messages',
    kind: 'message.failed',
    title: `A message to ${recipient} wasn't delivered (${topicOf(template)})`,
    detail: lastError,
    since: isoTime(createdAt),
    fix: { label: 'Open message', page: consolePage('messages', { id }) },
  }))
}

/** Franchises whose share can't go out, one line each with the sum. */
export async function stuckPayouts({ store }: Deps, { franchiseId }: Reach): Lines {
  const rows = await store.read
    .select({
      id: transfers.franchiseId,
      name: franchises.name,
      refused: sql<number>`coalesce(sum(${leftOfTransfer}) FILTER (WHERE ${transfers.state} = 'refused'), 0)`,
      waiting: sql<number>`coalesce(sum(${leftOfTransfer}) FILTER (WHERE ${transfers.state} = 'pending'
        AND (${franchises.accountId} IS NULL OR NOT ${franchises.payoutsEnabled})), 0)`,
      count: sql<number>`count(*)`,
      since: sql<number>`min(${transfers.createdAt})`,
    })
    .from(transfers)
    .innerJoin(franchises, eq(franchises.id, transfers.franchiseId))
    .where(
      and(
        sql`${transfers.state} IN ('pending', 'intended', 'refused')`,
        franchiseId === undefined ? undefined : eq(transfers.franchiseId, franchiseId),
      ),
    )
    .groupBy(transfers.franchiseId)
    .limit(perKind + 1)
  return rows.flatMap(({ id, name, refused, waiting, since }) => {
    const line = { ...fresh, group: 'payouts' as const, since: isoTime(since) }
    return [
      ...(refused > 0
        ? [
            {
              ...line,
              key: `payout.refused:${id}:${refused}`,
              kind: 'payout.refused',
              title: `A payout of ${formatUsd(refused)} to ${name} was refused`,
              urgent: true,
              fix: { label: 'Open payouts', page: consolePage('payouts', { franchiseId: id }) },
            },
          ]
        : []),
      ...(waiting > 0
        ? [
            {
              ...line,
              key: `payout.waiting:${id}`,
              kind: 'payout.waiting',
              title: `${name} can't receive ${formatUsd(waiting)} yet`,
              detail: 'The payout account is missing or not approved.',
              fix: { label: 'Open franchise', page: consolePage('franchises', { id }) },
            },
          ]
        : []),
    ]
  })
}

/** Open incidents: a provider, a scheduled task, the disk or the database. */
export async function openIncidents({ store }: Deps): Lines {
  const rows = await store.read
    .select()
    .from(incidents)
    .where(sql`${incidents.endedAt} IS NULL`)
    .orderBy(desc(incidents.since))
    .limit(perKind + 1)
  return rows.map(({ id, title, action, since }) => ({
    ...fresh,
    key: `system.incident:${id}`,
    group: 'system',
    kind: 'system.incident',
    title,
    detail: action,
    since: isoTime(since),
    urgent: true,
    fix: { label: 'Open health', page: consolePage('health') },
  }))
}

/** One line for all of them, because they are fixed in one place. */
export async function deadPaymentEvents({ store }: Deps): Lines {
  const [row] = await store.read
    .select({
      count: sql<number>`count(*)`,
      last: sql<number>`max(${webhookEvents.seq})`,
      since: sql<number>`min(${webhookEvents.receivedAt})`,
    })
    .from(webhookEvents)
    .where(sql`${webhookEvents.state} = 'dead'`)
  if (!row || row.count === 0) return []
  return [
    {
      ...fresh,
      key: `payment.events:${row.last}`,
      group: 'money',
      kind: 'payment.events',
      title: `${counted(row.count, 'payment event')} couldn't be processed`,
      since: isoTime(row.since),
      urgent: true,
      fix: { label: 'Open payment events', page: consolePage('webhooks', { state: 'dead' }) },
    },
  ]
}
