import { randomInt } from 'node:crypto'
import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { verificationCodes } from '../../../db/schema'
import type { Deps } from '../../deps'
import { day, minute } from '../../lib/clock'
import { normaliseEmail } from '../../lib/contact'
import { invalid, upstream } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { keyedHash } from '../../lib/secret'
import { deliverNow } from '../messages/now'
import { queueMessage } from '../messages/queue'

const lifetime = 10 * minute
const tries = 5

/** Sends a fresh code, which replaces any earlier one. The answer is the same for every address. */
export async function sendCode(deps: Deps, address: string): Promise<void> {
  const email = normaliseEmail(address)
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const now = deps.clock.now()
  const fresh = {
    codeHash: hashOf(deps, email, code),
    attempts: 0,
    expiresAt: now + lifetime,
    usedAt: null,
    createdAt: now,
  }
  const messageId = await deps.store.write(async (tx) => {
    await tx
      .insert(verificationCodes)
      .values({ emailHash: hashOf(deps, email), ...fresh })
      .onConflictDoUpdate({ target: verificationCodes.emailHash, set: fresh })
    return queueMessage(tx, now, {
      about: `verify:${newId()}`,
      channel: 'email',
      template: 'verify-code',
      recipient: email,
      data: { code },
    })
  })
  const [delivery] = await deliverNow(deps, [messageId])
  if (delivery?.state !== 'sent') throw upstream('The e-mail provider')
}

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
  if (!right) throw invalid('The code is not valid or has expired. Ask for a new one.')
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
