import { eq, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { apiKeys } from '../../db/schema'
import { prepared, type Store } from '../../db/store'
import type { Clock } from '../lib/clock'
import { unauthorised } from '../lib/errors'
import type { Role } from '../lib/permissions'
import { keyedHash, sameSecret } from '../lib/secret'

/** The prefix lets scanners find a key in code and logs, and the checksum tells it from random text. */
const prefix = 'trk_live_'
const [handleLength, secretLength, checksumLength] = [8, 32, 6]
const shape = /^trk_live_([0-9A-Za-z]{8})[0-9A-Za-z]{32}([0-9a-z]{6})$/

export const isApiKey = (token: string): boolean => token.startsWith(prefix)

/** The key behind a request. */
export interface KeyHolder {
  id: string
  name: string
  role: Role
  /** The only franchise it reaches; null for all of them. */
  franchiseId: string | null
  createdBy: string
  lastUsedAt: number | null
}

const byHandle = prepared((db) =>
  db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.handle, sql.placeholder('handle')))
    .limit(1),
)

export class ApiKeys {
  /** Replaced by the module that records when a key was last used. */
  onUsed: (holder: KeyHolder) => void = () => {}

  constructor(private readonly parts: { secret: string; clock: Clock; store: Pick<Store, 'read'> }) {}

  /** Returns a new key, and the parts of it that are stored. */
  make(): { key: string; handle: string; keyHash: string } {
    const handle = randomText(handleLength)
    const body = prefix + handle + randomText(secretLength)
    const key = body + checksumOf(body)
    return { key, handle: prefix + handle, keyHash: this.#hashOf(key) }
  }

  /** Reads the key's row every time, so a revoked key stops working at once. */
  async holderOf(key: string): Promise<KeyHolder> {
    const [, handle, checksum] = shape.exec(key) ?? []
    if (handle === undefined || checksumOf(key.slice(0, -checksumLength)) !== checksum)
      throw unauthorised("This API key isn't valid. Check that you copied all of it.")
    const row = await byHandle.get(this.parts.store.read, { handle: prefix + handle })
    const isRight = sameSecret(this.#hashOf(key), row?.keyHash ?? keyedHash('', handle))
    if (!row || !isRight || row.revokedAt !== null || isOver(row.expiresAt, this.parts.clock.now()))
      throw unauthorised('This API key was revoked, has expired or is unknown. Create a new one.')
    const { id, name, role, franchiseId, createdBy, lastUsedAt } = row
    const holder = { id, name, role, franchiseId, createdBy, lastUsedAt }
    this.onUsed(holder)
    return holder
  }

  #hashOf(key: string): string {
    return keyedHash(this.parts.secret, 'api-key', key)
  }
}

const isOver = (expiresAt: number | null, now: number): boolean => expiresAt !== null && expiresAt <= now

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomText = (length: number): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('')

/** A mistyped or cut key is refused without asking the store. */
const checksumOf = (text: string): string =>
  Bun.hash
    .crc32(text)
    .toString(36)
    .padStart(checksumLength + 1, '0')
    .slice(-checksumLength)
