import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { franchises, jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { day } from '../../lib/clock'
import type { Message } from '../messages/queue'
import type { OnboardingType } from './model'

/** Franchises that were here long before somebody first ran this are not welcomed any more. */
const newFor = 30 * day
const setupAfter = 2 * day
const firstJobAfter = 5 * day

export interface Due {
  type: OnboardingType
  message: Message
}

/** What new franchises are to read today; a guide whose goal is met is not sent. */
export async function franchiseMessages(db: Db, now: number): Promise<Due[]> {
  const fresh = await db
    .select()
    .from(franchises)
    .where(
      and(eq(franchises.active, true), isNotNull(franchises.email), gt(franchises.createdAt, now - newFor)),
    )
  const busy = await withJobs(
    db,
    fresh.map(({ id }) => id),
  )
  return fresh.flatMap((franchise) => {
    const age = now - franchise.createdAt
    const connected = franchise.accountId !== null && franchise.detailsSubmitted && franchise.chargesEnabled
    return [
      letter(franchise, 'franchise-welcome', 'onboarding-welcome'),
      ...(age >= setupAfter && !connected ? [letter(franchise, 'setup-guide', 'onboarding-setup')] : []),
      ...(age >= firstJobAfter && !busy.has(franchise.id)
        ? [letter(franchise, 'first-job-guide', 'onboarding-first-job')]
        : []),
    ]
  })
}

function letter(franchise: typeof franchises.$inferSelect, type: OnboardingType, template: string): Due {
  return {
    type,
    message: {
      about: `franchise:${franchise.id}:${template}:email`,
      channel: 'email',
      template,
      recipient: franchise.email!,
      data: { name: franchise.contactName, franchise: franchise.name },
    },
  }
}

async function withJobs(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: franchises.id })
    .from(franchises)
    .where(
      and(
        inArray(franchises.id, ids),
        sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${jobs.franchiseId} = ${franchises.id})`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
