import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import { mentions } from '../../db/conditions'
import { lookups } from '../../db/schema'
import { prepared, type Store, type Tx } from '../../db/store'
import { SingleFlight, type Background } from '../lib/background'
import type { Clock } from '../lib/clock'
import type { Person } from '../lib/person'

export interface LookupRule {
  kind: string
  keepForMs: number
  atMost: number
}

export interface LookupTools {
  store: Store
  clock: Clock
  background: Background
}

/** Sweeping after this many answers keeps the table small at little cost. */
const answersPerSweep = 25
/** Larger answers are returned but not stored. */
const largestKept = 1024 * 1024

/** Identifies a server without storing its address, which can contain a key. */
export const serverKey = (url: string): string => Bun.hash(url).toString(36)

const findAnswer = prepared((db) =>
  db
    .select({ answer: lookups.answer })
    .from(lookups)
    .where(
      and(
        eq(lookups.kind, sql.placeholder('kind')),
        eq(lookups.key, sql.placeholder('key')),
        gt(lookups.storedAt, sql.placeholder('oldest')),
      ),
    )
    .limit(1),
)

/**
 * Asks each question once: simultaneous callers share the answer, and later ones get it from the database
 * while it is fresh. Failures aren't stored.
 */
export class Lookups {
  readonly #flights = new SingleFlight()
  #kept = 0

  constructor(
    private readonly rule: LookupRule,
    private readonly tools: LookupTools,
  ) {}

  get<T>(key: string, ask: () => Promise<T>): Promise<T> {
    return this.#flights.run(key, () => this.#recallOrAsk(key, ask))
  }

  async #recallOrAsk<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const { kind, keepForMs } = this.rule
    const oldest = this.tools.clock.now() - keepForMs
    const known = await findAnswer.get(this.tools.store.read, { kind, key, oldest })
    if (known) return known.answer as T
    const answer = await ask()
    this.tools.background.run(`keep ${kind}`, () => this.#keep(key, answer))
    return answer
  }

  async #keep(key: string, answer: unknown): Promise<void> {
    if (JSON.stringify(answer).length > largestKept) return
    const { kind } = this.rule
    const storedAt = this.tools.clock.now()
    this.#kept += 1
    const sweeping = this.#kept % answersPerSweep === 0
    await this.tools.store.write(async (tx) => {
      await tx
        .insert(lookups)
        .values({ kind, key, answer, storedAt })
        .onConflictDoUpdate({ target: [lookups.kind, lookups.key], set: { answer, storedAt } })
      if (sweeping) await this.#sweep(tx, storedAt)
    })
  }

  /** Deletes answers that are too old, or that have `atMost` newer ones of their kind. */
  async #sweep(tx: Tx, now: number): Promise<void> {
    const ours = eq(lookups.kind, this.rule.kind)
    await tx.delete(lookups).where(and(ours, lte(lookups.storedAt, now - this.rule.keepForMs)))
    const lastToGo = sql`(select ${lookups.storedAt}, ${lookups.id} from ${lookups} where ${ours}
      order by ${lookups.storedAt} desc, ${lookups.id} desc limit 1 offset ${this.rule.atMost})`
    await tx.delete(lookups).where(and(ours, sql`(${lookups.storedAt}, ${lookups.id}) <= ${lastToGo}`))
  }
}

/** Questions to map servers and their answers contain customers' addresses. */
export async function forgetLookups(tx: Tx, { words }: Person): Promise<void> {
  await tx.delete(lookups).where(or(mentions(lookups.key, words), mentions(lookups.answer, words)))
}

/**
 * An answer that is valid for a while. It is fetched once and shared by everyone who asks meanwhile. Failures
 * aren't kept.
 */
export class Remembered<T> {
  #known: { answer: T; at: number } | null = null
  #asking: Promise<T> | null = null

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly keepForMs: number,
    private readonly clock: Clock,
  ) {}

  get(): Promise<T> {
    const known = this.#known
    if (known && this.clock.now() - known.at < this.keepForMs) return Promise.resolve(known.answer)
    this.#asking ??= this.#askAnew().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #askAnew(): Promise<T> {
    const answer = await this.ask()
    this.#known = { answer, at: this.clock.now() }
    return answer
  }
}
