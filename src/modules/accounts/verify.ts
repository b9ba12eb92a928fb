import { and, count, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { verificationCodes } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { limitKeyOf, networkKeyOf } from '../../http/request'
import { day, isoTime, minute } from '../../lib/clock'
import { normaliseEmail } from '../../lib/contact'
import { FailedSignIn, Refusal } from '../../lib/errors'
import { keyedHash } from '../../lib/secret'
import type { Language } from '../../words/language'
import { clearUndeliverable } from '../customers'
import { confirmVerified } from '../jobs'
import { deliverNow, queueMessage } from '../messages'
import { raiseTodo } from '../office'

const template = 'verify-code'
const lifetime = 10 * minute
/** Guesses allowed to the requester of a code, and to everyone else together. */
const tries = 5

/**
 * Codes per address within 24 hours. One requester or IPv6 network can't use up the whole amount, so a
 * stranger can't lock a customer out. Together with `tries`, this limits guessing.
 */
const most = { requester: 15, network: 25, address: 40 }

/** These answers are the same for every address, so they don't reveal who is a customer. */
const usedUp =
  "We can't send another code to this address today. If your last code is less than 10 minutes old, enter it. Otherwise try again tomorrow or call us."
const notSent = "We couldn't send your code. Try again in a few minutes or call us."
const wrongCode =
  'Check the digits and try again. If the code is more than 10 minutes old or was already used, request a new one.'

interface Asked {
  emailHash: string
  requesterHash: string
  networkHash: string
}

/** Sends a new code. Once sent, it replaces the requester's earlier one. */
export async function sendCode(
  deps: Deps,
  address: string,
  client: string,
  language: Language | null,
): Promise<void> {
  const email = normaliseEmail(address)
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const now = deps.clock.now()
  const id = newId()
  const asked = hashesOf(deps, email, client)
  const codeHash = hashOf(deps, email, code)
  const messageId = await deps.store.write(async (tx) => {
    if (await isUsedUp(tx, asked, now)) return null
    await tx
      .insert(verificationCodes)
      .values({ id, ...asked, codeHash, expiresAt: now + lifetime, createdAt: now })
    return queueMessage(tx, now, {
      about: `verify:${id}`,
      channel: 'email',
      template,
      recipient: email,
      data: { code },
      language,
    })
  })
  if (messageId === null) throw new Refusal('too-many', usedUp)
  const [delivery] = await deliverNow(deps, [messageId])
  const isMine = eq(verificationCodes.id, id)
  if (delivery?.state === 'sent') {
    await deps.store.write((tx) => tx.update(verificationCodes).set({ sentAt: now }).where(isMine))
    return
  }
  // A code that was never sent doesn't count, so the customer can ask again.
  await deps.store.write((tx) => tx.delete(verificationCodes).where(isMine))
  throw new Refusal('upstream', notSent)
}

/** Counted in the unit that adds the next code, so codes still being sent count too. */
async function isUsedUp(tx: Tx, asked: Asked, now: number): Promise<boolean> {
  const by = (column: 'requesterHash' | 'networkHash') =>
    sql<number>`count(*) FILTER (WHERE ${verificationCodes[column]} = ${asked[column]})`
  const [codes] = await tx
    .select({ all: count(), byRequester: by('requesterHash'), byNetwork: by('networkHash') })
    .from(verificationCodes)
    .where(and(eq(verificationCodes.emailHash, asked.emailHash), gt(verificationCodes.createdAt, now - day)))
  if (!codes) return false
  if (codes.all >= most.address) await tellHq(tx, now)
  return codes.byRequester >= most.requester || codes.byNetwork >= most.network || codes.all >= most.address
}

/** Only many requesters together reach this limit, and the customer may be locked out until tomorrow. */
function tellHq(tx: Tx, now: number): Promise<void> {
  return raiseTodo(tx, now, {
    kind: 'message.codes-used-up',
    subject: isoTime(now).slice(0, 10),
    title: 'Too many sign-in codes requested for one email address',
    detail: `Someone requested ${most.address} codes today, so we stopped sending them until tomorrow. If it's a customer who can't sign in, they may call you.`,
  })
}

/** Exchanges the right code for a proof, once. Every try counts, including the right one. */
export async function checkCode(deps: Deps, address: string, code: string, client: string): Promise<string> {
  const email = normaliseEmail(address)
  const now = deps.clock.now()
  const asked = hashesOf(deps, email, client)
  const right = await deps.store.write(async (tx) => {
    const found = (await codesToTry(tx, asked, now)).find(
      ({ codeHash }) => codeHash === hashOf(deps, email, code),
    )
    if (!found) return false
    await tx.update(verificationCodes).set({ usedAt: now }).where(eq(verificationCodes.id, found.id))
    await confirmVerified(tx, email, now)
    await clearUndeliverable(tx, now, 'email', email)
    return true
  })
  if (!right) throw new FailedSignIn('invalid', wrongCode)
  return deps.tokens.proof.issue(email)
}

type Code = typeof verificationCodes.$inferSelect

/**
 * The newest code this requester asked for and the newest of all, because the customer has both in their
 * mailbox. A try counts against the requester's own code; requesters without one share the remaining tries.
 */
async function codesToTry(tx: Tx, { emailHash, requesterHash }: Asked, now: number): Promise<Code[]> {
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
    .limit(most.address)
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

export async function sweepCodes({ store, clock }: Deps): Promise<void> {
  await store.write((tx) =>
    tx.delete(verificationCodes).where(lte(verificationCodes.expiresAt, clock.now() - day)),
  )
}

function hashesOf(deps: Deps, email: string, client: string): Asked {
  const requester = limitKeyOf(client)
  const hashed = (address: string) => keyedHash(deps.secrets.codeSecret, 'requester', address)
  return {
    emailHash: hashOf(deps, email),
    requesterHash: hashed(requester),
    networkHash: hashed(networkKeyOf(client) ?? requester),
  }
}

function hashOf(deps: Deps, email: string, code = ''): string {
  return keyedHash(deps.secrets.codeSecret, 'verification', email, code)
}
