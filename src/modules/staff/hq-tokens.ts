import { desc } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { issuedHqTokens } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { newGrant } from '../../tokens/hq'
import { isToken } from '../../tokens/register'
import { raiseTodo, recordActivity } from '../office'
import type { HqToken, SignedIn } from './model'

type Row = typeof issuedHqTokens.$inferSelect

interface GivenHqToken {
  id: string
  token: string
  /** Signs in one browser, once, and expires within minutes. */
  link: string
  expiresAt: number
}

/** Creates an HQ token where there is no identity provider. Only this answer contains the token. */
export async function giveHqToken(
  { store, clock, config, tokens }: Deps,
  subject: string,
  ttlMs: number,
  actor: string,
): Promise<GivenHqToken> {
  const now = clock.now()
  const grant = newGrant(subject, config.hq.adminRoles[0] ?? 'admin', ttlMs, now)
  const token = await tokens.hq.sign(grant)
  if (token === null)
    throw conflict(
      'HQ tokens come from your identity provider (HQ_JWKS_URL). To create them here too, set HQ_JWT_SECRET',
    )
  const code = tokens.codes.make()
  await store.write(async (tx) => {
    await tokens.register.keep(tx, grant)
    await tokens.codes.keep(tx, code, 'hq', grant.id)
    await recordActivity(tx, now, { type: 'hq.token-given', actor, summary: 'Created an HQ token' })
  })
  return { id: grant.id, token, link: `${config.publicUrl}/admin#code=${code}`, expiresAt: grant.expiresAt }
}

/** Listed tokens go by id. All others go by their text, which is too secret for a URL. */
type Which = { id: string } | { token: string }

/** Revokes a token. Revoking it again changes nothing. */
export async function revokeHqToken(
  { store, clock, tokens: { register } }: Deps,
  which: Which,
  actor: string,
): Promise<HqToken> {
  const now = clock.now()
  if ('token' in which && !isToken(which.token)) throw missing('Token')
  const row = await store.write(async (tx) => {
    const revoked =
      'id' in which
        ? await register.revoke(tx, which.id, now)
        : await register.revokeText(tx, which.token, now)
    if (revoked.revokedAt === now)
      await recordActivity(tx, now, { type: 'hq.token-revoked', actor, summary: 'Revoked an HQ token' })
    return revoked
  })
  return presentToken(row, now)
}

/** Newest first. */
export function listHqTokens({ store, clock }: Deps): Listing<Row, HqToken> {
  const now = clock.now()
  const { id, issuedAt } = issuedHqTokens
  return {
    kinds: ['number', 'string'],
    position: (row) => [row.issuedAt, row.id],
    present: (row) => presentToken(row, now),
    rows: (limit, after) =>
      store.read
        .select()
        .from(issuedHqTokens)
        .where(after ? before([issuedAt, id], after) : undefined)
        .orderBy(desc(issuedAt), desc(id))
        .limit(limit),
  }
}

function presentToken(row: Row, now: number): HqToken {
  return {
    id: row.id,
    subject: row.subject,
    issuedAt: isoTime(row.issuedAt),
    expiresAt: isoTime(row.expiresAt),
    revokedAt: isoTimeOrNull(row.revokedAt),
    usable: row.revokedAt === null && row.expiresAt > now,
  }
}

export async function signIn({ tokens }: Deps, code: string): Promise<SignedIn> {
  const { expiresAt, ...signedIn } = await tokens.codes.redeem(code)
  return { ...signedIn, expiresAt: isoTime(expiresAt) }
}

export async function sweepTokens({ tokens }: Deps): Promise<void> {
  await tokens.register.sweep()
  await tokens.codes.sweep()
}

/** Raises one to-do per attack, however many sign-ins are refused while it is open. */
export function watchSignIns({ access, background, store, clock }: Deps): void {
  access.onMany = ({ count, network, fromThere }) =>
    background.run('refused sign-ins', () =>
      store.write((tx) =>
        raiseTodo(tx, clock.now(), {
          kind: 'access.refused',
          subject: 'sign-ins',
          title: 'Someone may be guessing sign-in codes',
          detail:
            `We refused ${count} sign-ins within 20 minutes, ${fromThere} of them from ${network}. ` +
            'Either someone is guessing, or one of your programs is using an expired token. ' +
            'Block that network at your firewall, or give the program a new token.',
        }),
      ),
    )
}
