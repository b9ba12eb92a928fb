import { and, desc, eq, gt, gte, inArray, lt, sql, asc, ne, or } from 'drizzle-orm'
import { checkoutSessions, jobs } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { SingleFlight } from '../../../lib/background'
import { hour } from '../../../lib/clock'
import { conflict } from '../../../lib/errors'
import { fallenThrough } from '../../../lib/job-states'
import { describeError } from '../../../lib/log'
import { PaymentRefused } from '../../../providers/payments/refused'

const closeBatchSize = 200

/**
 * Closes a checkout so that a job never has two open at once. Runs one at a time, because a page that another
 * call has just closed looks as if it had been paid.
 */
export function retireSession(deps: Deps, row: SessionRow): Promise<void> {
  return deps.state.of(SingleFlight).run(`retire ${row.id}`, async () => {
    const isOver = row.expiresAt !== null && row.expiresAt <= deps.clock.now()
    if (!isOver) await expire(deps, row)
    await endSession(deps, row.id, 'expired')
  })
}

async function expire(deps: Deps, { id, sessionId }: SessionRow): Promise<void> {
  if (sessionId === null || !(await isStillLive(deps.store.read, id))) return
  try {
    await deps.providers.payments.expireCheckout(sessionId, `expire:${id}`)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    if (await isStillLive(deps.store.read, id))
      throw conflict('A payment for this job is in progress. Try again in a moment.')
  }
}

/**
 * Called after a job was canceled, missed or repriced. Anyone who still pays is refunded, but it is better
 * not to ask them. `closeStaleCheckouts` retries what fails here.
 */
export function closeCheckoutSoon(deps: Deps, jobId: string): void {
  deps.background.run('closing a checkout', async () => {
    await retireAll(deps, await staleSessions(deps.store.read, { jobId, limit: 1 }))
  })
}

export async function closeStaleCheckouts(deps: Deps): Promise<void> {
  await retireAll(deps, await staleSessions(deps.store.read, { limit: closeBatchSize }))
}

async function retireAll(deps: Deps, rows: readonly SessionRow[]): Promise<void> {
  for (const row of rows)
    await retireSession(deps, row).catch((error: unknown) => {
      deps.log.info("couldn't close a checkout", { job: row.jobId, ...describeError(error) })
    })
}

export async function endSession(
  { store, clock }: Deps,
  id: string,
  state: 'completed' | 'expired',
): Promise<void> {
  await store.write((tx) =>
    tx
      .update(checkoutSessions)
      .set({ state, order: null, updatedAt: clock.now() })
      .where(and(eq(checkoutSessions.id, id), inArray(checkoutSessions.state, ['intended', 'open']))),
  )
}

/**
 * Closes checkouts that were interrupted while they were created. Nobody got their page, so nobody can pay.
 */
export async function abandonCheckouts({ store, clock }: Deps): Promise<void> {
  const now = clock.now()
  const [forgotten] = await store.read
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .where(and(sql`${checkoutSessions.state} = 'intended'`, lt(checkoutSessions.createdAt, now - hour)))
    .limit(1)
  if (!forgotten) return
  await store.write((tx) =>
    tx
      .update(checkoutSessions)
      .set({ state: 'expired', order: null, updatedAt: now })
      .where(and(sql`${checkoutSessions.state} = 'intended'`, lt(checkoutSessions.createdAt, now - hour))),
  )
}

export type SessionRow = typeof checkoutSessions.$inferSelect

// Constants, because SQLite uses the partial index over open checkouts only for spelled-out values.
const isLive = sql`${checkoutSessions.state} IN ('intended', 'open')`

export async function liveSession(db: Db, jobId: string): Promise<SessionRow | undefined> {
  const [live] = await db
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.jobId, jobId), isLive))
    .limit(1)
  return live
}

export async function isStillLive(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ state: checkoutSessions.state })
    .from(checkoutSessions)
    .where(eq(checkoutSessions.id, id))
    .limit(1)
  return row?.state === 'intended' || row?.state === 'open'
}

/** The page of a checkout that can still be paid; null once it can't. */
export async function openPageOf({ store, clock }: Deps, id: string): Promise<string | null> {
  const [row] = await store.read
    .select({ url: checkoutSessions.url })
    .from(checkoutSessions)
    .where(
      and(
        eq(checkoutSessions.id, id),
        eq(checkoutSessions.state, 'open'),
        gt(checkoutSessions.expiresAt, clock.now()),
      ),
    )
    .limit(1)
  return row?.url ?? null
}

/** Open checkouts whose job now has another balance, or nothing left to pay. */
export async function staleSessions(
  db: Db,
  { jobId, limit }: { jobId?: string; limit: number },
): Promise<SessionRow[]> {
  const rows = await db
    .select({ session: checkoutSessions })
    .from(checkoutSessions)
    .innerJoin(jobs, eq(jobs.id, checkoutSessions.jobId))
    .where(
      and(
        isLive,
        jobId === undefined ? undefined : eq(checkoutSessions.jobId, jobId),
        or(
          ne(checkoutSessions.amountCents, sql`${jobs.totalCents} - ${jobs.paidCents}`),
          inArray(jobs.status, fallenThrough),
        ),
        // A deposit is less than the balance until something was paid.
        or(
          eq(checkoutSessions.deposit, false),
          gt(jobs.paidCents, 0),
          gte(checkoutSessions.amountCents, jobs.totalCents),
          inArray(jobs.status, fallenThrough),
        ),
      ),
    )
    .orderBy(asc(checkoutSessions.jobId))
    .limit(limit)
  return rows.map(({ session }) => session)
}

/** The latest checkout page of this job that asked for this amount. */
export async function askedFor(
  db: Db,
  jobId: string,
  amountCents: number,
): Promise<Pick<SessionRow, 'deposit'> | null> {
  const [found] = await db
    .select({ deposit: checkoutSessions.deposit })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.jobId, jobId), eq(checkoutSessions.amountCents, amountCents)))
    .orderBy(desc(checkoutSessions.id))
    .limit(1)
  return found ?? null
}
