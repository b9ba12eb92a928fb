import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import { workerTokens } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { day, hour, isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { timeZoneOf } from '../franchises'
import { queueMessage, wakeSender, type Message } from '../messages'
import { recordActivity } from '../office'
import { aboutWorker, requireWorker, type WorkerRow } from './find'
import type { GivenToken, TokenInput, WorkerToken } from './model'

type Row = typeof workerTokens.$inferSelect

const keptFor = 30 * day

/** Creates a token for a worker's phone. Only this answer contains it; we store just its id and dates. */
export async function giveToken(
  deps: Deps,
  workerId: string,
  { hours, sendBy }: TokenInput,
  actor: Actor,
): Promise<GivenToken> {
  const { store, clock, config, tokens } = deps
  const now = clock.now()
  const expiresAt = hours === undefined ? null : now + hours * hour
  const unused = { revokedAt: null, lastSeenAt: null, device: null }
  const row: Row = { id: newId(), workerId, issuedAt: now, expiresAt, ...unused }
  const token = await tokens.worker.sign(row)
  const code = tokens.codes.make()
  // Others may see the link, so it contains a short-lived code that works once instead of the token.
  const link = `${config.publicUrl}/work#code=${code}`
  const sentTo = await store.write(async (tx) => {
    const worker = await requireWorker(tx, workerId)
    if (!worker.active) throw conflict('This technician is no longer active')
    await tx.insert(workerTokens).values(row)
    await tokens.codes.keep(tx, code, 'worker', row.id)
    const length = hours === undefined ? 'until it is revoked' : `for ${hours} hr`
    const summary = `Created a phone link for ${worker.name}, who stays signed in ${length}`
    await recordActivity(tx, now, { type: 'worker.token-given', actor, summary, ...aboutWorker(worker) })
    if (sendBy === undefined) return undefined
    const timeZone = await timeZoneOf(tx, deps.settings, worker.franchiseId)
    const message = linkMessage(worker, sendBy, { id: row.id, link, until: row.expiresAt, timeZone })
    await queueMessage(tx, now, message)
    return message.recipient
  })
  if (sentTo !== undefined) wakeSender(deps)
  return { ...presentToken(row, now), token, link, ...(sentTo !== undefined && { sentTo }) }
}

/** Revokes one token, or all of a worker's. Returns how many were still valid. */
export async function revokeWorkerTokens(
  { store, clock }: Deps,
  workerId: string,
  tokenId: string | null,
  actor: Actor,
): Promise<number> {
  const now = clock.now()
  return store.write(async (tx) => {
    const worker = await requireWorker(tx, workerId)
    if (tokenId !== null) await requireToken(tx, workerId, tokenId)
    const revoked = await revokeTokens(tx, workerId, now, tokenId)
    if (revoked > 0)
      await recordActivity(tx, now, {
        type: 'worker.token-revoked',
        actor,
        summary: `Revoked ${revoked} ${revoked === 1 ? 'phone link' : 'phone links'} of ${worker.name}`,
        ...aboutWorker(worker),
      })
    return revoked
  })
}

export async function revokeTokens(
  tx: Tx,
  workerId: string,
  now: number,
  tokenId: string | null = null,
): Promise<number> {
  const revoked = await tx
    .update(workerTokens)
    .set({ revokedAt: now })
    .where(
      and(
        eq(workerTokens.workerId, workerId),
        tokenId === null ? undefined : eq(workerTokens.id, tokenId),
        isNull(workerTokens.revokedAt),
        or(isNull(workerTokens.expiresAt), gt(workerTokens.expiresAt, now)),
      ),
    )
    .returning({ id: workerTokens.id })
  return revoked.length
}

async function requireToken(tx: Tx, workerId: string, tokenId: string): Promise<void> {
  const [known] = await tx
    .select({ id: workerTokens.id })
    .from(workerTokens)
    .where(and(eq(workerTokens.id, tokenId), eq(workerTokens.workerId, workerId)))
    .limit(1)
  if (!known) throw missing('Token')
}

/** Newest first. */
export async function listTokens(
  { store, clock }: Deps,
  workerId: string,
): Promise<Listing<Row, WorkerToken>> {
  await requireWorker(store.read, workerId)
  const now = clock.now()
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: (row) => presentToken(row, now),
    rows: (limit, after) =>
      store.read
        .select()
        .from(workerTokens)
        .where(
          and(eq(workerTokens.workerId, workerId), after ? lt(workerTokens.id, String(after[0])) : undefined),
        )
        .orderBy(desc(workerTokens.id))
        .limit(limit),
  }
}

/** Tokens that ended long ago are of no use to anyone, nor are those that no phone ever used. */
export async function sweepWorkerTokens({ store, clock }: Deps): Promise<void> {
  const before = clock.now() - keptFor
  const { expiresAt, revokedAt, issuedAt, lastSeenAt } = workerTokens
  const isUnused = and(isNull(expiresAt), isNull(lastSeenAt), lte(issuedAt, before))
  await store.write((tx) =>
    tx.delete(workerTokens).where(or(lte(expiresAt, before), lte(revokedAt, before), isUnused)),
  )
}

function presentToken(row: Row, now: number): WorkerToken {
  return {
    id: row.id,
    workerId: row.workerId,
    issuedAt: isoTime(row.issuedAt),
    expiresAt: isoTimeOrNull(row.expiresAt),
    revokedAt: isoTimeOrNull(row.revokedAt),
    lastSeenAt: isoTimeOrNull(row.lastSeenAt),
    device: row.device,
    usable: row.revokedAt === null && (row.expiresAt === null || row.expiresAt > now),
  }
}

interface WorkLink {
  /** The token's id. The link itself exists only in the message, and only until it is sent. */
  id: string
  link: string
  /** When the phone is signed out; null if the office decides. */
  until: number | null
  timeZone: string
}

/** Sends the link only to the phone number or email address on file. */
export function linkMessage(worker: WorkerRow, channel: Message['channel'], given: WorkLink): Message {
  const { id, ...data } = given
  const recipient = channel === 'sms' ? worker.phone : worker.email
  if (recipient === null)
    throw conflict(`This technician has no ${channel === 'sms' ? 'phone number' : 'email address'} on file`)
  return {
    about: `worker-token:${id}:${channel}`,
    channel,
    template: 'work-link',
    recipient,
    data: { name: worker.name, ...data },
    language: worker.language,
    franchiseId: worker.franchiseId,
  }
}
