import { and, count, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { verificationCodes } from '../../db/schema'
import { newId, type Db, type Tx } from '../../db/store'
import { day, minute, type Clock } from '../lib/clock'
import { keyedHash } from '../lib/secret'

/** A code made for one purpose is useless for the other. */
type Purpose = 'verification' | 'staff-sign-in'

const lifetime = 10 * minute
/** Guesses allowed to the requester of a code, and to everyone else together. */
const tries = 5

/**
 * Codes per address within 24 hours. One requester or IPv6 network can't use up the whole amount, so a
 * stranger can't lock a person out. Together with `tries`, this limits guessing.
 */
export const mostCodes = { requester: 15, network: 25, address: 40 }

/** The same for every address, so it doesn't reveal whose address is known. */
export const wrongCode =
  "That code didn't work. Check the digits and try again. If the code is more than 10 minutes old or was already used, request a new one."

/** An address, and who asks for it or tries a code. */
export interface Asked {
  purpose: Purpose
  email: string
  /** An IPv4 address or an IPv6 /64. */
  requester: string
  /** The surrounding IPv6 /48; the same as the requester for IPv4. */
  network: string
}

/** `nextAt` is when the next code can be asked for. */
interface UsedUpCodes {
  usedUp: 'by one' | 'by all'
  nextAt: number
}

export type NewCode = { id: string; code: string } | UsedUpCodes

/** Six-digit codes that prove that somebody reads mail at an address. */
export class EmailCodes {
  constructor(private readonly parts: { secret: string; clock: Clock }) {}

  /** Adds a code, which works only once it counts as sent. */
  async add(tx: Tx, asked: Asked): Promise<NewCode> {
    const createdAt = this.parts.clock.now()
    const hashes = this.#hashesOf(asked)
    const usedUp = await usedUpBy(tx, hashes, createdAt)
    if (usedUp !== null) return usedUp
    const [id, code] = [newId(), String(randomInt(0, 1_000_000)).padStart(6, '0')]
    const codeHash = this.#hashOf(asked, code)
    await tx
      .insert(verificationCodes)
      .values({ id, ...hashes, codeHash, expiresAt: createdAt + lifetime, createdAt })
    return { id, code }
  }

  async markSent(tx: Tx, id: string): Promise<void> {
    const sentAt = this.parts.clock.now()
    await tx.update(verificationCodes).set({ sentAt }).where(eq(verificationCodes.id, id))
  }

  /** A code that was never sent doesn't count, so the person can ask again. */
  async drop(tx: Tx, id: string): Promise<void> {
    await tx.delete(verificationCodes).where(eq(verificationCodes.id, id))
  }

  /** Uses up the right code. Every try counts, including the right one. */
  async use(tx: Tx, asked: Asked, code: string): Promise<boolean> {
    const now = this.parts.clock.now()
    const codeHash = this.#hashOf(asked, code)
    const found = (await codesToTry(tx, this.#hashesOf(asked), now)).find((one) => one.codeHash === codeHash)
    if (!found) return false
    await tx.update(verificationCodes).set({ usedAt: now }).where(eq(verificationCodes.id, found.id))
    return true
  }

  /** Whether a customer signed in with a code at this address in the last day, which is how long codes are kept. */
  async wasUsed(db: Db, email: string): Promise<boolean> {
    const emailHash = keyedHash(this.parts.secret, 'verification', email, '')
    const [used] = await db
      .select({ id: verificationCodes.id })
      .from(verificationCodes)
      .where(and(eq(verificationCodes.emailHash, emailHash), isNotNull(verificationCodes.usedAt)))
      .limit(1)
    return used !== undefined
  }

  #hashesOf(asked: Asked): Hashes {
    const hashed = (address: string) => keyedHash(this.parts.secret, 'requester', address)
    return {
      emailHash: this.#hashOf(asked, ''),
      requesterHash: hashed(asked.requester),
      networkHash: hashed(asked.network),
    }
  }

  #hashOf({ purpose, email }: Asked, code: string): string {
    return keyedHash(this.parts.secret, purpose, email, code)
  }
}

type Code = typeof verificationCodes.$inferSelect
type Hashes = Pick<Code, 'emailHash' | 'requesterHash' | 'networkHash'>

/** Counted in the unit that adds the next code, so codes still being sent count too. */
async function usedUpBy(tx: Tx, hashes: Hashes, now: number): Promise<UsedUpCodes | null> {
  const { createdAt } = verificationCodes
  const of = (column: 'requesterHash' | 'networkHash') =>
    sql`FILTER (WHERE ${verificationCodes[column]} = ${hashes[column]})`
  const [codes] = await tx
    .select({
      all: count(),
      byRequester: sql<number>`count(*) ${of('requesterHash')}`,
      byNetwork: sql<number>`count(*) ${of('networkHash')}`,
      first: sql<number>`min(${createdAt})`,
      firstByRequester: sql<number>`min(${createdAt}) ${of('requesterHash')}`,
      firstByNetwork: sql<number>`min(${createdAt}) ${of('networkHash')}`,
    })
    .from(verificationCodes)
    .where(and(eq(verificationCodes.emailHash, hashes.emailHash), gt(createdAt, now - day)))
  if (!codes) return null
  const isByAll = codes.all >= mostCodes.address
  const firsts = [
    ...(isByAll ? [codes.first] : []),
    ...(codes.byRequester >= mostCodes.requester ? [codes.firstByRequester] : []),
    ...(codes.byNetwork >= mostCodes.network ? [codes.firstByNetwork] : []),
  ]
  if (firsts.length === 0) return null
  return { usedUp: isByAll ? 'by all' : 'by one', nextAt: Math.max(...firsts) + day }
}

/**
 * The newest code this requester asked for and the newest of all, because the person has both in their
 * mailbox. A try counts against the requester's own code; requesters without one share the remaining tries.
 */
async function codesToTry(tx: Tx, { emailHash, requesterHash }: Hashes, now: number): Promise<Code[]> {
  const live = await tx
    .select()
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.emailHash, emailHash),
        gt(verificationCodes.createdAt, now - lifetime),
        gt(verificationCodes.expiresAt, now),
        isNotNull(verificationCodes.sentAt),
        isNull(verificationCodes.usedAt),
      ),
    )
    .orderBy(desc(verificationCodes.createdAt), desc(verificationCodes.id))
    .limit(mostCodes.address)
  const [newest] = live
  if (!newest) return []
  const own = live.find((code) => code.requesterHash === requesterHash)
  const [counted, before] = own ? [own, own.attempts] : [newest, newest.otherAttempts]
  if (before >= tries) return []
  await tx
    .update(verificationCodes)
    .set(own ? { attempts: before + 1 } : { otherAttempts: before + 1 })
    .where(eq(verificationCodes.id, counted.id))
  return [counted, newest]
}

export async function sweepEmailCodes(tx: Tx, now: number): Promise<void> {
  await tx.delete(verificationCodes).where(lte(verificationCodes.expiresAt, now - day))
}
