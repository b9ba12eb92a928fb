import { and, eq, isNull, notExists, or, sql } from 'drizzle-orm'
import { franchises as table, franchiseSplits } from '../../../../db/schema'
import { onlyRow } from '../../../../db/store'
import { hour } from '../../../lib/clock'
import { simulationNotice } from '../../../providers/demo'
import { checkBooks, eventQueueFigures } from '../../payments'
import { consolePage, counted, fault, type Check } from './check'

/** Payment events and messages that failed for good or are overdue. */
export const queues: Check = {
  health: 'webhookQueue',
  insights: true,
  doctor: 'queues',
  alert: 'queues',
  async look({ store, clock }) {
    const { depth, dead } = await eventQueueFigures(store.read)
    const since = clock.now() - hour
    // The states are literals because the partial indexes only match constants.
    const rows = await store.read.all<Record<'oldEvents' | 'deadMessages' | 'oldMessages', number>>(sql`SELECT
      (SELECT count(*) FROM webhook_events WHERE state = 'queued' AND due_at < ${since}) AS oldEvents,
      (SELECT count(*) FROM outbox WHERE state <> 'queued' AND state <> 'sending' AND state <> 'sent' AND state <> 'cancelled') AS deadMessages,
      (SELECT count(*) FROM outbox WHERE state = 'queued' AND due_at < ${since}) AS oldMessages`)
    const { oldEvents, deadMessages, oldMessages } = onlyRow(rows)
    return {
      health: { status: dead > 0 ? 'degraded' : 'up', depth, dead },
      findings: [
        dead > 0 && {
          severity: 'high',
          category: 'data',
          title: `${counted(dead, 'payment event')} couldn't be processed`,
          detail: 'We stopped retrying, so your books may be incomplete.',
          action: `Open ${dead === 1 ? 'it' : 'each event'} under Payment events, fix the cause and process it again.`,
          page: consolePage('webhooks', { state: 'dead' }),
        },
        oldEvents > 0 && {
          severity: 'medium',
          category: 'config',
          title: `${counted(oldEvents, 'payment event')} waiting for more than an hour`,
          detail: "The scheduled task that retries payment events isn't running.",
          action:
            'Turn on scheduled tasks (CRON_ENABLED=true), or run the webhook-retry task every five minutes from your own scheduler.',
          page: consolePage('webhooks', { state: 'queued' }),
        },
        deadMessages > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(deadMessages, 'message')} may not have been delivered`,
          detail: 'The provider rejected or never confirmed delivery, or we held it for you to check.',
          action: 'Open the outbox and resend what customers still need.',
          page: consolePage('messages'),
        },
        oldMessages > 0 && {
          severity: 'high',
          category: 'config',
          title: `${counted(oldMessages, 'message')} waiting for more than an hour`,
          detail: 'The email or SMS provider is slow, failing or limiting how much we send.',
          action: 'See on the Health page whether the email and SMS providers are up.',
          page: consolePage('messages', { state: 'queued' }),
        },
      ],
      fine: 'nothing has failed, nothing is overdue',
    }
  },
}

/** Finds demo payments in production data, because reports would count them as real money. */
export const simulatedMoney: Check = {
  insights: true,
  doctor: 'books',
  async look({ store, config }) {
    if (config.env !== 'production' || simulationNotice(config) !== null) return {}
    const rows = await store.read.all<{ simulated: number }>(sql`
      SELECT count(*) AS simulated FROM demo_intents JOIN payments ON payments.id = demo_intents.id
      WHERE payments.demo = 0 AND payments.captured_cents > 0`)
    const { simulated } = onlyRow(rows)
    return {
      findings: [
        simulated > 0 && {
          severity: 'high',
          category: 'data',
          title: `${counted(simulated, 'simulated payment')} in your books`,
          detail:
            'They were made with test cards before you set up payments, and reports count them as money.',
          action: 'Start production with an empty data folder, then enter the real bookings again.',
          page: consolePage('reports'),
        },
      ],
    }
  },
}

const booksShown = 5

/** The first problems `ledger check` finds; one cause often shows up in many places. */
export const books: Check = {
  doctor: 'books',
  async look({ store }) {
    const problems = await checkBooks(store.read)
    const more = problems.length - booksShown
    return {
      findings: problems
        .slice(0, booksShown)
        .map(({ about, problem }, place) =>
          fault(
            `${about} ${problem}${place === booksShown - 1 && more > 0 ? `, and ${more} more` : ''}`,
            'Run `ledger check` to see all of them, and compare with your payment processor.',
          ),
        ),
      fine: 'every entry balances and matches the jobs and payments',
    }
  },
}

export const franchises: Check = {
  insights: true,
  async look({ store, clock }) {
    const splits = store.read
      .select({ one: sql`1` })
      .from(franchiseSplits)
      .where(eq(franchiseSplits.franchiseId, table.id))
    const active = (condition: ReturnType<typeof or>) =>
      store.read.$count(table, and(eq(table.active, true), condition))
    const undivided = await active(notExists(splits))
    const isHeld = or(isNull(table.accountId), eq(table.payoutsEnabled, false))
    const unpayable = await active(and(isHeld, mayBePaid(clock.now())))
    return {
      findings: [
        undivided > 0 && {
          severity: 'high',
          category: 'data',
          title: `${counted(undivided, 'franchise')} without a revenue share`,
          detail: 'Headquarters keeps every payment for its jobs in full.',
          action: 'Open the franchise and set its revenue share.',
          page: consolePage('franchises'),
        },
        unpayable > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(unpayable, 'franchise')} can't receive payouts yet`,
          detail:
            "The payout account isn't connected or isn't fully set up. We hold the franchise's share until it is.",
          action: 'Open the franchise and finish setting up its payout account.',
          page: consolePage('franchises'),
        },
      ],
    }
  },
}

/** The franchise has a share now or later, or still waits for money. Without that, it needs no payout account. */
const mayBePaid = (now: number) => sql`(EXISTS (
    SELECT 1 FROM franchise_splits AS split WHERE split.franchise_id = ${table.id} AND split.share_basis_points > 0
      AND NOT EXISTS (SELECT 1 FROM franchise_splits AS newer WHERE newer.franchise_id = split.franchise_id
        AND newer.effective_from > split.effective_from AND newer.effective_from <= ${now}))
  OR EXISTS (SELECT 1 FROM transfers WHERE transfers.franchise_id = ${table.id}
    AND transfers.state IN ('pending', 'intended', 'refused')))`

const bookingsLookedAt = 2_000

/** The API accepts any price with a booking, so one far below the list price should be checked before the visit. */
export const prices: Check = {
  insights: true,
  async look({ store }) {
    const rows = await store.read.all<{ cheap: number }>(sql`
      SELECT count(*) AS cheap FROM (
        SELECT type, price_cents FROM jobs WHERE status = 'pending' AND source = 'public' ORDER BY seq DESC LIMIT ${bookingsLookedAt}
      ) AS job
      JOIN service_types AS service ON lower(service.label) = lower(job.type)
      WHERE job.price_cents * 10 < service.list_price_cents * 8`)
    const { cheap } = onlyRow(rows)
    return {
      findings: [
        cheap > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(cheap, 'open booking')} far below your list price`,
          detail: 'The price that came with the booking is more than 20% below what you charge.',
          action: 'Check them before the visit, and change the price if needed.',
          page: consolePage('jobs', { status: 'pending' }),
        },
      ],
    }
  },
}
