import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import { mentions } from '../../db/conditions'
import { idempotencyKeys } from '../../db/schema'
import { prepared, placeholders, type Store, type Tx } from '../../db/store'
import type { Deps } from '../deps'
import { pause } from '../lib/background'
import { day, minute, type Clock } from '../lib/clock'
import { conflict, invalid } from '../lib/errors'
import type { Person } from '../lib/person'
import { keyedHash } from '../lib/secret'
import type { Answering, Success } from './endpoint'
import { addressOf, type Caller } from './request'

export const keyPattern = /^[!-~]{1,255}$/

const lifetime = day
/** Marks a key whose request is still running in some process. */
const claimed = 0
/** A process that holds a claim longer than this has crashed. */
const claimMs = minute

/** Requests with the same key run one after another, so a repeat finds the first one's answer. */
export class KeyedTurns {
  readonly #last = new Map<string, Promise<void>>()

  /** Waits for earlier requests. Call the returned function once this request is answered. */
  async take(id: string): Promise<() => void> {
    const before = this.#last.get(id)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last.set(id, promise)
    await before
    return () => {
      if (this.#last.get(id) === promise) this.#last.delete(id)
      resolve()
    }
  }
}

/** Ties a request's answer to its effect, so that both are written in one unit or neither is. */
export interface Once {
  /**
   * Call this last in the unit that does the work, with the data the handler returns. It stores the answer
   * with the declared status, or with 200 if nothing new was created. Without a key it does nothing.
   */
  settle(tx: Tx, data: unknown, made?: { isNew: boolean }): Promise<void>
}

export const unkeyed: Once = { settle: async () => {} }

/** This request, or a repeat that was faster, is already answered; `recall` returns the stored answer. */
export class AlreadyAnswered extends Error {
  override name = 'AlreadyAnswered'
}

export const answerOf = <T>({ bare }: Answering, data: T): T | Success<T> =>
  bare ? data : { ok: true, data }

export interface StoredAnswer {
  status: number
  answer: unknown
}

const insertKey = prepared((db) =>
  db
    .insert(idempotencyKeys)
    .values(placeholders(idempotencyKeys))
    .onConflictDoUpdate({
      target: idempotencyKeys.id,
      set: {
        fingerprint: sql`excluded.fingerprint`,
        status: sql`excluded.status`,
        answer: sql`excluded.answer`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: or(
        lte(idempotencyKeys.createdAt, sql`${sql.placeholder('oldest')}`),
        and(
          eq(idempotencyKeys.status, claimed),
          lte(idempotencyKeys.createdAt, sql`${sql.placeholder('abandoned')}`),
        ),
      ),
    })
    .returning({ id: idempotencyKeys.id }),
)

const findKey = prepared((db) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.id, sql.placeholder('id')),
        gt(idempotencyKeys.createdAt, sql.placeholder('oldest')),
      ),
    ),
)

interface KeyedRequest {
  key: string
  method: string
  route: string
  /**
   * The caller's kind and subject, so keys of different callers never collide. All public callers count as
   * one, so only the randomness of their keys keeps them apart.
   */
  caller: string
  /** Path and query as sent, because the route's pattern is the same for every id. */
  target: string
  body: unknown
}

export class KeyedAnswer implements Once {
  readonly #id: string
  readonly #fingerprint: string
  #leave = () => {}
  #claimedAt: number | null = null
  settled = false

  constructor(
    private readonly clock: Clock,
    secret: string,
    request: KeyedRequest,
    private readonly answering: Answering,
  ) {
    if (!keyPattern.test(request.key))
      throw invalid('Idempotency-Key must be 1 to 255 visible ASCII characters')
    this.#id = keyedHash(secret, 'idempotency', request.method, request.route, request.caller, request.key)
    this.#fingerprint = keyedHash(secret, 'request', request.target, JSON.stringify(request.body) ?? '')
  }

  /** Waits until no request with this key is running, and returns the answer it left, if any. */
  async begin({ state, store }: Pick<Deps, 'state' | 'store'>): Promise<StoredAnswer | null> {
    this.#leave = await state.of(KeyedTurns).take(this.#id)
    for (;;) {
      const answered = await this.recall(store)
      // A local file has only one process, whose requests take turns. Processes that share a server need a
      // claim.
      if (answered || store.engine === 'local') return answered
      if (await store.write((tx) => this.#claim(tx))) return null
      await pause(50)
    }
  }

  /** Lets the next request with this key continue. */
  end(): void {
    this.#leave()
  }

  /** Removes the claim of a request that failed, so a repeat can try again. */
  async fail({ store }: Pick<Deps, 'store'>): Promise<void> {
    const at = this.#claimedAt
    try {
      if (at !== null) await store.write((tx) => this.#giveUp(tx, at))
    } finally {
      this.#leave()
    }
  }

  #giveUp(tx: Tx, claimedAt: number) {
    const { id, status, createdAt } = idempotencyKeys
    const own = and(eq(id, this.#id), eq(status, claimed), eq(createdAt, claimedAt))
    return tx.delete(idempotencyKeys).where(own)
  }

  async #claim(tx: Tx): Promise<boolean> {
    const now = this.clock.now()
    this.#claimedAt = (await this.#write(tx, claimed, '', now - claimMs)) ? now : null
    return this.#claimedAt !== null
  }

  async settle(tx: Tx, data: unknown, { isNew } = { isNew: true }): Promise<void> {
    const { status = 200, bare } = this.answering
    const answer = JSON.stringify(answerOf({ bare }, data))
    const written = await this.#write(tx, isNew ? status : 200, answer, this.clock.now())
    if (!written) throw new AlreadyAnswered('Answered already')
    this.settled = true
  }

  /** Returns false if an answer exists, or a claim newer than `abandoned`. */
  async #write(tx: Tx, status: number, answer: string, abandoned: number): Promise<boolean> {
    const now = this.clock.now()
    const row = { id: this.#id, fingerprint: this.#fingerprint, status, answer, createdAt: now }
    return (await insertKey.get(tx, { ...row, oldest: now - lifetime, abandoned })) !== undefined
  }

  /** Returns the earlier answer for this key, if any. A different request with the same key is refused. */
  async recall(store: Store): Promise<StoredAnswer | null> {
    const row = await findKey.get(store.read, { id: this.#id, oldest: this.clock.now() - lifetime })
    if (!row) return null
    if (row.fingerprint !== this.#fingerprint)
      throw conflict('This Idempotency-Key was used for a different request. Use a new key.')
    if (row.status === claimed) return null
    return { status: row.status, answer: JSON.parse(row.answer) }
  }
}

export async function sweepAnswers({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  await store.write((tx) =>
    tx.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, clock.now() - lifetime)),
  )
}

/** Stored answers that mention a forgotten person are deleted; repeating such a request runs it again. */
export async function forgetAnswers(tx: Tx, { ids, words }: Person): Promise<void> {
  await tx.delete(idempotencyKeys).where(mentions(idempotencyKeys.answer, [...ids, ...words]))
}

/**
 * Identifies a request by its Idempotency-Key, even if the process crashed before storing the answer:
 * messages are named after it, so a repeat finds them. Returns null if there is no key.
 */
export function requestKey(
  { secrets }: Pick<Deps, 'secrets'>,
  caller: Caller,
  request: Request,
): string | null {
  const key = request.headers.get('idempotency-key')
  const path = addressOf(request).pathname
  return key === null ? null : keyedHash(secrets.linkSecret, 'request', path, caller.subject, key)
}
