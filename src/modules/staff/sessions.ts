import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import { staff, staffSessions } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { actorOf, networkOf, type Caller } from '../../http/request'
import { day, isoTime, isoTimeOrNull } from '../../lib/clock'
import { deviceOf } from '../../lib/device'
import { FailedSignIn } from '../../lib/errors'
import { permissionsOf } from '../../lib/permissions'
import { recordActivity } from '../office'
import type { Session, SessionsEnded, SignedIn, StaffSession } from './model'

export type StaffRow = typeof staff.$inferSelect
type Row = typeof staffSessions.$inferSelect

/** A session that nobody uses ends sooner than one in daily use. */
const unusedFor = 14 * day
const longest = 30 * day
const keptFor = 90 * day

const endOf = (createdAt: number, now: number): number => Math.min(now + unusedFor, createdAt + longest)

/** The browser that signs in. */
export interface Visitor {
  client: string
  userAgent: string | null
}

/** A person who was just let in. The renewal secret exists only here and in the browser. */
export interface Opened {
  session: Row
  renewal: string
}

/** Opens a session in the unit that checks who it is for. */
export async function openSession(
  { clock, tokens }: Deps,
  tx: Tx,
  person: StaffRow,
  method: Row['method'],
  { client, userAgent }: Visitor,
): Promise<Opened> {
  const now = clock.now()
  const { renewal, renewalHash } = tokens.staff.makeRenewal()
  const browser = { device: deviceOf(userAgent), network: networkOf(client) }
  const times = { createdAt: now, lastSeenAt: now, expiresAt: endOf(now, now), endedAt: null }
  const session: Row = {
    id: crypto.randomUUID(),
    staffId: person.id,
    renewalHash,
    method,
    ...browser,
    ...times,
  }
  await tx.insert(staffSessions).values(session)
  await tx.update(staff).set({ lastSignInAt: now }).where(eq(staff.id, person.id))
  const entry = {
    type: 'staff.signed-in',
    actor: `hq:${person.name}`,
    summary: `Signed in: ${browser.device}`,
  }
  await recordActivity(tx, now, entry)
  return { session, renewal }
}

export async function presentOpened({ tokens }: Deps, { session, renewal }: Opened): Promise<SignedIn> {
  const { token, expiresAt } = await tokens.staff.sign(session)
  return { as: 'hq', token, expiresAt: isoTime(expiresAt), renewal }
}

/** Gives a browser its next token while its session lasts. */
export async function renewToken(deps: Deps, renewal: string): Promise<SignedIn> {
  const { store, clock, tokens } = deps
  const now = clock.now()
  const session = await store.write(async (tx) => {
    const [found] = await tx
      .select({ session: staffSessions })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.staffId))
      .where(
        and(
          eq(staffSessions.renewalHash, tokens.staff.renewalHash(renewal)),
          isNull(staffSessions.endedAt),
          gt(staffSessions.expiresAt, now),
          eq(staff.active, true),
        ),
      )
      .limit(1)
    if (!found) return null
    const used = { lastSeenAt: now, expiresAt: endOf(found.session.createdAt, now) }
    await tx.update(staffSessions).set(used).where(eq(staffSessions.id, found.session.id))
    return { ...found.session, ...used }
  })
  if (!session) throw new FailedSignIn('unauthorised', 'Your session has ended. Sign in again.')
  const { token, expiresAt } = await tokens.staff.sign(session)
  return { as: 'hq', token, expiresAt: isoTime(expiresAt) }
}

/** Ends a person's open sessions, or the one given. Returns how many there were. */
export async function endSessions(tx: Tx, now: number, staffId: string, id?: string): Promise<number> {
  const ended = await tx
    .update(staffSessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(staffSessions.staffId, staffId),
        id === undefined ? undefined : eq(staffSessions.id, id),
        isNull(staffSessions.endedAt),
        gt(staffSessions.expiresAt, now),
      ),
    )
    .returning({ id: staffSessions.id })
  return ended.length
}

/** Signs out this browser, or every browser of the same person. Tokens and API keys have no session. */
export async function signOut(
  { store, clock }: Deps,
  caller: Caller,
  everywhere: boolean,
): Promise<SessionsEnded> {
  const { staff: me } = caller
  if (!me) return { ended: 0 }
  const now = clock.now()
  return store.write(async (tx) => {
    const ended = await endSessions(tx, now, me.id, everywhere ? undefined : me.sessionId)
    const summary = everywhere ? 'Signed out everywhere' : 'Signed out'
    await recordActivity(tx, now, { type: 'staff.signed-out', actor: actorOf(caller), summary })
    return { ended }
  })
}

/** Newest first. */
export function listSessions({ store, clock }: Deps, staffId: string): Listing<Row, StaffSession> {
  const now = clock.now()
  const { createdAt, id } = staffSessions
  return {
    kinds: ['number', 'string'],
    position: (row) => [row.createdAt, row.id],
    present: (row) => presentSession(row, now),
    rows: (limit, after) =>
      store.read
        .select()
        .from(staffSessions)
        .where(
          and(
            eq(staffSessions.staffId, staffId),
            after
              ? or(
                  lt(createdAt, Number(after[0])),
                  and(eq(createdAt, Number(after[0])), lt(id, String(after[1]))),
                )
              : undefined,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit),
  }
}

function presentSession({ id, method, device, network, ...row }: Row, now: number): StaffSession {
  return {
    id,
    method,
    device,
    network,
    createdAt: isoTime(row.createdAt),
    lastSeenAt: isoTime(row.lastSeenAt),
    expiresAt: isoTime(row.expiresAt),
    endedAt: isoTimeOrNull(row.endedAt),
    active: row.endedAt === null && row.expiresAt > now,
  }
}

/** The caller as the console shows them. An HQ token has every permission. */
export async function readSession({ store }: Deps, { subject, staff: me, key }: Caller): Promise<Session> {
  const role = me?.role ?? key?.role ?? 'owner'
  const shared = { role, permissions: permissionsOf(role), id: null, email: null, method: null }
  if (!me)
    return {
      ...shared,
      as: key ? 'key' : 'token',
      name: key?.name ?? subject,
      franchiseId: key?.franchiseId ?? null,
    }
  const [row] = await store.read
    .select({ email: staff.email, method: staffSessions.method })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(eq(staffSessions.id, me.sessionId))
    .limit(1)
  const { id, name, franchiseId } = me
  return {
    ...shared,
    as: 'staff',
    id,
    name,
    franchiseId,
    email: row?.email ?? null,
    method: row?.method ?? null,
  }
}

/** Forgets sessions that ended long ago. */
export async function sweepSessions({ store, clock }: Deps): Promise<void> {
  const before = clock.now() - keptFor
  await store.write((tx) => tx.delete(staffSessions).where(lte(staffSessions.expiresAt, before)))
}
