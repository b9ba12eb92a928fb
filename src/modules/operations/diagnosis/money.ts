import { and, eq, isNull, notExists, or, sql } from 'drizzle-orm'
import { franchises as table, franchiseSplits } from '../../../../db/schema'
import { onlyRow } from '../../../../db/store'
import { hour } from '../../../lib/clock'
import { simulationNotice } from '../../../providers/demo'
import { checkBooks, eventQueueFigures } from '../../payments'
import { counted, fault, type Check } from './check'

/** Events and messages that were given up, or that wait for longer than anything should. */
export const queues: Check = {
  health: 'webhookQueue',
  insights: true,
  doctor: 'queues',
  async look({ store, clock }) {
    const { depth, dead } = await eventQueueFigures(store.read)
    const since = clock.now() - hour
    // States are spelled out for the small indexes over the rows in trouble.
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
          title: `${counted(dead, 'payment event')} given up`,
          detail: 'They failed again and again, so what they say is not in our books.',
          action: 'Read why under Webhooks, fix the cause, and replay them.',
        },
        oldEvents > 0 && {
          severity: 'medium',
          category: 'config',
          title: `${counted(oldEvents, 'payment event')} overdue by more than an hour`,
          detail: 'Nobody takes them up: the scheduled retry does not run.',
          action: 'Set CRON_ENABLED=true, or run webhook-retry every five minutes from your own scheduler.',
        },
        deadMessages > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(deadMessages, 'message')} that did not arrive, or may not have`,
          detail: 'The provider refused them, or never said what became of them.',
          action: 'Look under Outbox, and resend the ones that are still wanted.',
        },
        oldMessages > 0 && {
          severity: 'medium',
          category: 'config',
          title: `${counted(oldMessages, 'message')} overdue by more than an hour`,
          detail: 'The provider is slow, keeps failing or asks for a rest.',
          action: 'Run `doctor` to see whether the e-mail and SMS providers accept us.',
        },
      ],
      fine: 'nothing was given up, nothing is overdue',
    }
  },
}

/** Somebody tried the service out and went on with the same data: reports take it for money. */
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
          title: `${counted(simulated, 'simulated payment')} in the books`,
          detail:
            'They were made with test cards before payments were real, and reports count them as money.',
          action: 'Start production with an empty data folder, and enter the bookings that are real again.',
        },
      ],
    }
  },
}

const booksShown = 5

/** What `ledger check` finds; of many the first, since one cause often shows in many places. */
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
            'Run `ledger check` for all of it, and compare with the processor.',
          ),
        ),
      fine: 'every movement balances and agrees with jobs and payments',
    }
  },
}

export const franchises: Check = {
  insights: true,
  async look({ store }) {
    const splits = store.read
      .select({ one: sql`1` })
      .from(franchiseSplits)
      .where(eq(franchiseSplits.franchiseId, table.id))
    const active = (condition: ReturnType<typeof or>) =>
      store.read.$count(table, and(eq(table.active, true), condition))
    const undivided = await active(notExists(splits))
    const unpayable = await active(or(isNull(table.accountId), eq(table.payoutsEnabled, false)))
    return {
      findings: [
        undivided > 0 && {
          severity: 'high',
          category: 'data',
          title: `${counted(undivided, 'franchise')} without a revenue split`,
          detail: 'Payments for their jobs stay with headquarters in full.',
          action: 'Set its share under Franchises.',
        },
        unpayable > 0 && {
          severity: 'medium',
          category: 'data',
          title: `${counted(unpayable, 'franchise')} without an account that can be paid`,
          detail: 'Their shares wait until the account is connected and its payouts are enabled.',
          action: 'Send them the payouts link from Franchises.',
        },
      ],
    }
  },
}

const bookingsLookedAt = 2_000

/** Anybody may send any price with a booking. Those well below the list deserve a look before the visit. */
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
          title: `${counted(cheap, 'open booking')} well below the list price`,
          detail: 'The price came with the booking, and is more than a fifth below what the service costs.',
          action: 'Check them before the visit; Reprice sets the right price.',
        },
      ],
    }
  },
}
