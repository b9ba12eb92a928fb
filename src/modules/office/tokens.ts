import { desc } from 'drizzle-orm'
import { before } from '../../../db/conditions'
import { issuedHqTokens } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { newGrant } from '../../tokens/hq'
import { isToken } from '../../tokens/register'
import { recordActivity } from './activity'
import type { HqToken, SignedIn } from './model'
import { raiseTodo } from './todos'

type Row = typeof issuedHqTokens.$inferSelect

interface GivenHqToken {
  id: string
  token: string
  /** Signs a browser in once, within minutes. */
  link: string
  expiresAt: number
}

/** Makes an HQ token on a box without an identity provider. It is shown in this answer only. */
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
      'Tokens come from the identity provider at HQ_JWKS_URL; set HQ_JWT_SECRET to make them here too',
    )
  const code = tokens.codes.make()
  await store.write(async (tx) => {
    await tokens.register.keep(tx, grant)
    await tokens.codes.keep(tx, code, 'hq', grant.id)
    await recordActivity(tx, now, { type: 'hq.token-given', actor, summary: 'An HQ token was made' })
  })
  return { id: grant.id, token, link: `${config.publicUrl}/admin#code=${code}`, expiresAt: grant.expiresAt }
}

/** One in the list by its id; any other by its text, which is too secret for an address. */
type Which = { id: string } | { token: string }

/** Ends one token. Ending it again changes nothing. */
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
      await recordActivity(tx, now, { type: 'hq.token-revoked', actor, summary: 'An HQ token was revoked' })
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

/** Turns the code of a sign-in link into its token, once. */
export async function signIn({ tokens }: Deps, code: string): Promise<SignedIn> {
  const { expiresAt, ...signedIn } = await tokens.codes.redeem(code)
  return { ...signedIn, expiresAt: isoTime(expiresAt) }
}

export async function sweepTokens({ tokens }: Deps): Promise<void> {
  await tokens.register.sweep()
  await tokens.codes.sweep()
}

/** Asks HQ to look when many sign-ins are refused: once for each attack, and never twice while that is open. */
export function watchSignIns({ access, background, store, clock }: Deps): void {
  access.onMany = ({ count, network, fromThere }) =>
    background.run('refused sign-ins', () =>
      store.write((tx) =>
        raiseTodo(tx, clock.now(), {
          kind: 'access.refused',
          subject: 'sign-ins',
          title: 'Many sign-ins are being refused',
          detail:
            `We refused ${count} tokens and codes within 20 minutes, ${fromThere} of them from ${network}. ` +
            'Either somebody is guessing, or a program of yours sends a token that has expired. ' +
            'Block the network in front of the service, or give the program a new token.',
        }),
      ),
    )
}
