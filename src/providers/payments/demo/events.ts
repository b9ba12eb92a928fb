import { and, asc, desc, gt, gte, isNull, eq, inArray, lte, sql } from 'drizzle-orm'
import { demoEvents } from '../../../../db/schema'
import type { Db, Tx, Store } from '../../../../db/store'
import type { Background } from '../../../lib/background'
import { second, hour, minute, type Clock } from '../../../lib/clock'
import { readEvent, signBody } from '../signature'
import type { ProcessorEvent, ReceiveEvent } from '../types'
import { demoId } from './world'

const perPage = 100

/** Runs in the unit that causes the event, so neither exists without the other. */
export async function recordEvent(
  tx: Tx,
  now: number,
  type: string,
  object: Record<string, unknown>,
): Promise<void> {
  const id = demoId('evt')
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(now / second),
    livemode: false,
    data: { object },
  })
  await tx.insert(demoEvents).values({ id, type, payload, createdAt: now, dueAt: now })
}

export async function recentEvents(db: Db, limit: number): Promise<ProcessorEvent[]> {
  const rows = await db.select().from(demoEvents).orderBy(desc(demoEvents.seq)).limit(limit)
  return rows.map(eventOf)
}

/** Oldest first. */
export async function* eventsSince(
  db: Db,
  since: number,
  undelivered: boolean,
): AsyncGenerator<ProcessorEvent[]> {
  for (let last = 0; ;) {
    const rows = await db
      .select()
      .from(demoEvents)
      .where(
        and(
          gt(demoEvents.seq, last),
          gte(demoEvents.createdAt, since),
          undelivered ? isNull(demoEvents.deliveredAt) : undefined,
        ),
      )
      .orderBy(asc(demoEvents.seq))
      .limit(perPage)
    if (rows.length > 0) yield rows.map(eventOf)
    if (rows.length < perPage) return
    last = rows.at(-1)?.seq ?? last
  }
}

function eventOf({ payload, createdAt }: { payload: string; createdAt: number }): ProcessorEvent {
  return readEvent(payload, createdAt)
}

/** Delivers in the background, one round at a time. Events announced during a round cause another. */
export class EventPost {
  #connected: { receive: ReceiveEvent; background: Background } | null = null
  #running = false
  #announced = false

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly secret: string,
  ) {}

  connect(receive: ReceiveEvent, background: Background): void {
    this.#connected = { receive, background }
  }

  async deliverDue(): Promise<{ delivered: number; failed: number }> {
    if (!this.#connected) return { delivered: 0, failed: 0 }
    const { store, clock, secret } = this
    return deliverDueEvents({ store, clock, secret, receive: this.#connected.receive })
  }

  announce(): void {
    this.#announced = true
    if (this.#running) return
    this.#connected?.background.run('demo payment events', () => this.#rounds())
  }

  async #rounds(): Promise<void> {
    this.#running = true
    try {
      while (this.#announced) {
        this.#announced = false
        await this.deliverDue()
      }
    } finally {
      this.#running = false
    }
  }
}

export interface Delivery {
  store: Store
  clock: Clock
  secret: string
  receive: ReceiveEvent
}

const perClaim = 20

/** The delay before the next attempt; a crash during an attempt counts as a failure. */
const retryAfter = sql`CASE ${demoEvents.attempts} WHEN 0 THEN ${30 * second} WHEN 1 THEN ${2 * minute}
  WHEN 2 THEN ${10 * minute} ELSE ${hour} END`

/** Delivers everything that is due, oldest first. A failing event doesn't hold up others. */
export async function deliverDueEvents(delivery: Delivery): Promise<{ delivered: number; failed: number }> {
  const count = { delivered: 0, failed: 0 }
  for (;;) {
    const claimed = await claimDue(delivery)
    if (claimed.length === 0) return count
    for (const row of claimed) count[(await attempt(delivery, row)) ? 'delivered' : 'failed']++
  }
}

async function claimDue({ store, clock }: Delivery): Promise<EventRow[]> {
  const now = clock.now()
  const claimed = await store.write(async (tx) => {
    const due = tx
      .select({ seq: demoEvents.seq })
      .from(demoEvents)
      .where(and(isNull(demoEvents.deliveredAt), lte(demoEvents.dueAt, now)))
      .orderBy(asc(demoEvents.dueAt), asc(demoEvents.seq))
      .limit(perClaim)
    return tx
      .update(demoEvents)
      .set({ attempts: sql`${demoEvents.attempts} + 1`, dueAt: sql`${now} + ${retryAfter}` })
      .where(inArray(demoEvents.seq, due))
      .returning()
  })
  return claimed.toSorted((a, b) => a.seq - b.seq)
}

type EventRow = typeof demoEvents.$inferSelect

async function attempt({ store, clock, secret, receive }: Delivery, row: EventRow): Promise<boolean> {
  try {
    await receive(row.payload, signBody(row.payload, secret, clock.now()))
  } catch {
    return false
  }
  await store.write((tx) =>
    tx.update(demoEvents).set({ deliveredAt: clock.now() }).where(eq(demoEvents.seq, row.seq)),
  )
  return true
}
