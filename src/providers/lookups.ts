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

/** A sweep after every so many answers holds the bounds without costing each of them. */
const answersPerSweep = 25
/** A larger answer is given and forgotten. */
const largestKept = 1024 * 1024

/** Tells servers apart without keeping an address that may carry a key. */
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
 * Asks a question once: twins that come meanwhile wait for the same answer, and later ones get it from
 * the store as long as it is fresh. Failures are not kept.
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

  /** Forgets what is too old, and what has `atMost` newer answers of its kind before it. */
  async #sweep(tx: Tx, now: number): Promise<void> {
    const ours = eq(lookups.kind, this.rule.kind)
    await tx.delete(lookups).where(and(ours, lte(lookups.storedAt, now - this.rule.keepForMs)))
    const lastToGo = sql`(select ${lookups.storedAt}, ${lookups.id} from ${lookups} where ${ours}
      order by ${lookups.storedAt} desc, ${lookups.id} desc limit 1 offset ${this.rule.atMost})`
    await tx.delete(lookups).where(and(ours, sql`(${lookups.storedAt}, ${lookups.id}) <= ${lastToGo}`))
  }
}

/** Somebody's street is in the questions to map servers, and in their answers. */
export async function forgetLookups(tx: Tx, { words }: Person): Promise<void> {
  await tx.delete(lookups).where(or(mentions(lookups.key, words), mentions(lookups.answer, words)))
}

/** An answer that is good for a while: asked for once, shared by whoever comes meanwhile. Failures are not kept. */
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
