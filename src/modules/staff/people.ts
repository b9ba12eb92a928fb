import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { staff } from '../../../db/schema'
import { newId, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { actorOf, type Caller } from '../../http/request'
import { commandLine, type Actor } from '../../lib/actor'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { normaliseEmail } from '../../lib/contact'
import { conflict, forbidden, invalid, missing } from '../../lib/errors'
import { requireFranchise } from '../franchises'
import { queueMessage, wakeSender } from '../messages'
import { changedFields, recordActivity } from '../office'
import type { InvitedStaff, SessionsEnded, StaffChange, StaffInput, StaffMember } from './model'
import { endSessions, type StaffRow } from './sessions'

/** Someone in the console, or the command line of the server. */
export type By = Caller | 'cli'

export const actorFor = (by: By): Actor => (by === 'cli' ? commandLine : actorOf(by))

/** Otherwise a stolen key could outlive its own revocation. */
export function assertPerson(by: By): void {
  if (by !== 'cli' && by.key)
    throw forbidden("An API key can't let people in. Sign in to the console instead.")
}

/** Adds a person and emails them a link that signs them in. Only this answer contains the link too. */
export async function inviteStaff(deps: Deps, input: StaffInput, by: By): Promise<InvitedStaff> {
  assertPerson(by)
  const { store, clock } = deps
  const now = clock.now()
  const email = normaliseEmail(input.email)
  const { role, franchiseId } = input
  const about = { email, name: input.name.trim(), role, franchiseId, invitedBy: nameOf(by) }
  const row: StaffRow = {
    id: newId(),
    ...about,
    active: true,
    lastSignInAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const link = await store.write(async (tx) => {
    await assertPlace(tx, row)
    const [known] = await tx.select().from(staff).where(eq(staff.email, email)).limit(1)
    if (known)
      throw conflict(
        known.active
          ? 'Someone already has this email address. Send them a new invitation instead.'
          : 'Someone who is deactivated has this email address. Reactivate them instead.',
      )
    await tx.insert(staff).values(row)
    const summary = `Invited ${row.name} as ${role}`
    const entry = { type: 'staff.invited', actor: actorFor(by), summary, metadata: { staffId: row.id } }
    await recordActivity(tx, now, entry)
    return sendInvitation(deps, tx, row, by)
  })
  wakeSender(deps)
  return { ...presentStaff(row), link }
}

/** Makes a new link and emails it; earlier links stop working. */
export async function inviteAgain(deps: Deps, id: string, by: By): Promise<InvitedStaff> {
  assertPerson(by)
  const now = deps.clock.now()
  const invited = await deps.store.write(async (tx) => {
    const row = await requireStaff(tx, id)
    if (!row.active) throw conflict('This person is deactivated. Reactivate them first.')
    const entry = { type: 'staff.invited', actor: actorFor(by), summary: `Invited ${row.name} again` }
    await recordActivity(tx, now, { ...entry, metadata: { staffId: id } })
    return { ...presentStaff(row), link: await sendInvitation(deps, tx, row, by) }
  })
  wakeSender(deps)
  return invited
}

export async function sendInvitation(
  { tokens, config, clock }: Deps,
  tx: Tx,
  row: StaffRow,
  by: By,
): Promise<string> {
  const code = tokens.codes.make()
  await tokens.codes.withdraw(tx, 'staff', row.id)
  await tokens.codes.keep(tx, code, 'staff', row.id)
  const link = `${config.publicUrl}/admin#code=${code}`
  await queueMessage(tx, clock.now(), {
    about: `staff:${row.id}:invitation:${newId()}`,
    channel: 'email',
    template: 'staff-invitation',
    recipient: row.email,
    data: { name: row.name, invitedBy: by === 'cli' ? null : (by.staff?.name ?? null), link },
    byHq: true,
  })
  return link
}

export async function changeStaff(
  { store, clock }: Deps,
  id: string,
  { name, ...change }: StaffChange,
  caller: Caller,
): Promise<StaffMember> {
  assertPerson(caller)
  const now = clock.now()
  const changes = { ...change, ...(name === undefined ? {} : { name: name.trim() }) }
  return store.write(async (tx) => {
    const before = await requireStaff(tx, id)
    const after = { ...before, ...changes, updatedAt: now }
    await assertPlace(tx, after)
    if (after.role !== 'owner') await assertOwnerLeft(tx, before)
    await tx
      .update(staff)
      .set({ ...changes, updatedAt: now })
      .where(eq(staff.id, id))
    const summary =
      before.role === after.role
        ? `Changed ${changedFields(changes)} of ${after.name}`
        : `Changed ${after.name} from ${before.role} to ${after.role}`
    const entry = { type: 'staff.changed', actor: actorOf(caller), summary, metadata: { staffId: id } }
    await recordActivity(tx, now, entry)
    return presentStaff(after)
  })
}

/** Signs the person out everywhere and keeps them out. Repeating either changes nothing. */
export async function setActive(
  { store, clock, tokens }: Deps,
  id: string,
  active: boolean,
  by: By,
): Promise<StaffMember> {
  if (active) assertPerson(by)
  const now = clock.now()
  return store.write(async (tx) => {
    const row = await requireStaff(tx, id)
    if (row.active === active) return presentStaff(row)
    if (!active) {
      await assertOwnerLeft(tx, row)
      await endSessions(tx, now, id)
      await tokens.codes.withdraw(tx, 'staff', id)
    }
    await tx.update(staff).set({ active, updatedAt: now }).where(eq(staff.id, id))
    const [type, verb] = active ? ['staff.reactivated', 'Reactivated'] : ['staff.deactivated', 'Deactivated']
    const entry = { type, actor: actorFor(by), summary: `${verb} ${row.name}`, metadata: { staffId: id } }
    await recordActivity(tx, now, entry)
    return presentStaff({ ...row, active })
  })
}

export async function signOutStaff(
  { store, clock }: Deps,
  id: string,
  caller: Caller,
): Promise<SessionsEnded> {
  const now = clock.now()
  return store.write(async (tx) => {
    const { name } = await requireStaff(tx, id)
    const ended = await endSessions(tx, now, id)
    const summary = `Signed ${name} out everywhere`
    const entry = { type: 'staff.signed-out', actor: actorOf(caller), summary, metadata: { staffId: id } }
    await recordActivity(tx, now, entry)
    return { ended }
  })
}

export const readStaff = async ({ store }: Deps, id: string): Promise<StaffMember> =>
  presentStaff(await requireStaff(store.read, id))

/** Newest first. */
export function listStaff({ store }: Deps): Listing<StaffRow, StaffMember> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentStaff,
    rows: (limit, after) =>
      store.read
        .select()
        .from(staff)
        .where(after ? lt(staff.id, String(after[0])) : undefined)
        .orderBy(desc(staff.id))
        .limit(limit),
  }
}

export async function requireStaff(db: Db, id: string): Promise<StaffRow> {
  const [row] = await db.select().from(staff).where(eq(staff.id, id)).limit(1)
  if (!row) throw missing('Person')
  return row
}

/** A franchisee has one franchise, an owner has all, and others may have either. */
async function assertPlace(tx: Tx, { role, franchiseId }: Pick<StaffRow, 'role' | 'franchiseId'>) {
  if (role === 'franchisee' && franchiseId === null)
    throw invalid('Validation failed', ['franchiseId: choose the franchise this person runs'])
  if (role === 'owner' && franchiseId !== null)
    throw invalid('Validation failed', ['franchiseId: an owner reaches every franchise, so leave it empty'])
  if (franchiseId !== null) await requireFranchise(tx, franchiseId)
}

/** Without an owner, nobody could let people in from the console. */
async function assertOwnerLeft(tx: Tx, { id, role, active }: StaffRow): Promise<void> {
  if (role === 'owner' && active && !(await hasOwner(tx, id)))
    throw conflict('This is the last active owner. Make someone else an owner first.')
}

/** Whether an active owner exists, besides the one given. */
export async function hasOwner(db: Db, besides = ''): Promise<boolean> {
  const [found] = await db
    .select({ is: sql`1` })
    .from(staff)
    .where(and(eq(staff.role, 'owner'), eq(staff.active, true), ne(staff.id, besides)))
    .limit(1)
  return found !== undefined
}

export const nameOf = (by: By): string => (by === 'cli' ? by : (by.staff?.name ?? by.subject))

function presentStaff(row: StaffRow): StaffMember {
  const { id, email, name, role, franchiseId, active, invitedBy, createdAt, lastSignInAt } = row
  return {
    id,
    email,
    name,
    role,
    franchiseId,
    active,
    invitedBy,
    createdAt: isoTime(createdAt),
    lastSignInAt: isoTimeOrNull(lastSignInAt),
  }
}
