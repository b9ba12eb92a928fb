import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { idempotencyKeys } from '../../db/schema'
import { prepared, placeholders, type Store, type Tx } from '../../db/store'
import type { Deps } from '../deps'
import { day, type Clock } from '../lib/clock'
import { conflict, invalid } from '../lib/errors'
import { keyedHash } from '../lib/secret'
import type { Answering, Success } from './endpoint'
import { addressOf, type Caller } from './request'

const lifetime = day

/** Ties the answer of a request to its effect: both are written in one unit, or neither is. */
export interface Once {
  /**
   * Call it as the last step of the unit that does the work, with the data that the handler returns. It stores
   * the answer with the declared status, or with 200 when nothing new was made. Without a key it does nothing.
   */
  settle(tx: Tx, data: unknown, made?: { isNew: boolean }): Promise<void>
}

export const unkeyed: Once = { settle: async () => {} }

/** Thrown when this request, or a twin that was quicker, has its answer already: `recall` gives it. */
export class AlreadyAnswered extends Error {
  override name = 'AlreadyAnswered'
}

/** What goes on the wire for the data a handler returns. */
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
      setWhere: lte(idempotencyKeys.createdAt, sql`${sql.placeholder('oldest')}`),
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
   * Kind and subject of the caller: a key of headquarters says nothing about one of a worker. The public has
   * no names and is one caller, so that its keys are told apart by being random alone.
   */
  caller: string
  /** Path and query as sent: the route's pattern is the same for every id in it. */
  target: string
  body: unknown
}

export class KeyedAnswer implements Once {
  readonly #id: string
  readonly #fingerprint: string
  settled = false

  constructor(
    private readonly clock: Clock,
    secret: string,
    request: KeyedRequest,
    private readonly answering: Answering,
  ) {
    if (!/^[\x21-\x7e]{1,255}$/.test(request.key))
      throw invalid('Idempotency-Key must be 1 to 255 visible ASCII characters')
    this.#id = keyedHash(secret, 'idempotency', request.method, request.route, request.caller, request.key)
    this.#fingerprint = keyedHash(secret, 'request', request.target, JSON.stringify(request.body) ?? '')
  }

  async settle(tx: Tx, data: unknown, { isNew } = { isNew: true }): Promise<void> {
    const now = this.clock.now()
    const { status = 200, bare } = this.answering
    const written = await insertKey.get(tx, {
      id: this.#id,
      fingerprint: this.#fingerprint,
      status: isNew ? status : 200,
      answer: JSON.stringify(answerOf({ bare }, data)),
      createdAt: now,
      oldest: now - lifetime,
    })
    if (!written) throw new AlreadyAnswered('Answered already')
    this.settled = true
  }

  /** The answer given before under this key, if any; a different request under the same key is refused. */
  async recall(store: Store): Promise<StoredAnswer | null> {
    const row = await findKey.get(store.read, { id: this.#id, oldest: this.clock.now() - lifetime })
    if (!row) return null
    if (row.fingerprint !== this.#fingerprint)
      throw conflict('This Idempotency-Key was used for a different request. Use a new key.')
    return { status: row.status, answer: JSON.parse(row.answer) }
  }
}

export async function sweepAnswers({ store, clock }: { store: Store; clock: Clock }): Promise<void> {
  await store.write((tx) =>
    tx.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, clock.now() - lifetime)),
  )
}

/**
 * What stands for a request that came with an Idempotency-Key, also after a crash before its answer was
 * kept: its messages are named after it, so that a repeat finds them. Null when there is no key.
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
