import { and, count, eq, gt, isNull, lt, lte, notInArray, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { outbox, verificationCodes } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, hour, minute } from '../../lib/clock'
import { normaliseEmail } from '../../lib/contact'
import { invalid, upstream } from '../../lib/errors'
import { keyedHash } from '../../lib/secret'
import { deliverNow, queueMessage } from '../messages'

const template = 'verify-code'
const lifetime = 10 * minute
const tries = 5
/** With the tries of each, what bounds the guesses at one address, however many strangers share the work. */
const codesAnHour = 5

/**
 * Sends a fresh code, which takes the place of any earlier one once it has left. The answer is the same for
 * every address, also for one that has had its codes for this hour and gets no further one.
 */
export async function sendCode(deps: Deps, address: string): Promise<void> {
  const email = normaliseEmail(address)
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const now = deps.clock.now()
  const messageId = await deps.store.write(async (tx) => {
    if ((await codesSentSince(tx, email, now - hour)) >= codesAnHour) return null
    return queueMessage(tx, now, {
      about: `verify:${newId()}`,
      channel: 'email',
      template,
      recipient: email,
      data: { code },
    })
  })
  if (messageId === null) return
  const [delivery] = await deliverNow(deps, [messageId])
  // A code that nobody was sent is none: it could only be guessed.
  if (delivery?.state !== 'sent') throw upstream('The e-mail provider')
  await deps.store.write((tx) => keepCode(tx, hashOf(deps, email), hashOf(deps, email, code), now))
}

/** Those on their way among them; not those that failed, since who was told so may ask again. */
async function codesSentSince(tx: Tx, email: string, since: number): Promise<number> {
  const [sent] = await tx
    .select({ codes: count() })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, email),
        isNull(outbox.jobId),
        eq(outbox.template, template),
        gt(outbox.createdAt, since),
        notInArray(outbox.state, ['dead', 'cancelled']),
      ),
    )
  return sent?.codes ?? 0
}

async function keepCode(tx: Tx, emailHash: string, codeHash: string, now: number): Promise<void> {
  const fresh = { codeHash, attempts: 0, expiresAt: now + lifetime, usedAt: null, createdAt: now }
  await tx
    .insert(verificationCodes)
    .values({ emailHash, ...fresh })
    .onConflictDoUpdate({
      target: verificationCodes.emailHash,
      set: fresh,
      // Of two that were asked for at once, the newer one may have left first.
      setWhere: lte(verificationCodes.createdAt, now),
    })
}

/** The same for everybody, with the way on for who has had all codes of the hour. */
const wrongCode =
  'Check the digits: the code is not valid, or has expired. Ask for a new one; if none comes, try again in an hour.'

/** Turns the right code into a proof, once. Every try is counted, also the one that was right. */
export async function checkCode(deps: Deps, address: string, code: string): Promise<string> {
  const email = normaliseEmail(address)
  const now = deps.clock.now()
  const right = await deps.store.write(async (tx) => {
    const emailHash = hashOf(deps, email)
    const [tried] = await tx
      .update(verificationCodes)
      .set({ attempts: sql`${verificationCodes.attempts} + 1` })
      .where(
        and(
          eq(verificationCodes.emailHash, emailHash),
          isNull(verificationCodes.usedAt),
          gt(verificationCodes.expiresAt, now),
          lt(verificationCodes.attempts, tries),
        ),
      )
      .returning({ codeHash: verificationCodes.codeHash })
    if (tried?.codeHash !== hashOf(deps, email, code)) return false
    await tx.update(verificationCodes).set({ usedAt: now }).where(eq(verificationCodes.emailHash, emailHash))
    return true
  })
  if (!right) throw invalid(wrongCode)
  return deps.tokens.proof.issue(email)
}

export async function sweepCodes({ store, clock }: Deps): Promise<void> {
  await store.write((tx) =>
    tx.delete(verificationCodes).where(lte(verificationCodes.expiresAt, clock.now() - day)),
  )
}

function hashOf(deps: Deps, email: string, code = ''): string {
  return keyedHash(deps.secrets.codeSecret, 'verification', email, code)
}
