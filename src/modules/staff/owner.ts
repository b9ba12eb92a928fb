import { eq } from 'drizzle-orm'
import { staff } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { normaliseEmail } from '../../lib/contact'
import { recordActivity } from '../office'
import { actorFor, assertPerson, nameOf, sendInvitation, type By } from './people'
import type { StaffRow } from './sessions'

interface Owner {
  email: string
  name: string
}

/** Someone who was invited before can become the owner too. */
export async function addOwner(tx: Tx, who: Owner, now: number, invitedBy = who.name): Promise<StaffRow> {
  const owner = { ...who, role: 'owner' as const, franchiseId: null, active: true, updatedAt: now }
  const fresh = { id: newId(), invitedBy, lastSignInAt: null, createdAt: now }
  const [row] = await tx
    .insert(staff)
    .values({ ...fresh, ...owner })
    .onConflictDoUpdate({ target: staff.email, set: owner })
    .returning()
  return row ?? { ...fresh, ...owner }
}

/**
 * Makes sure that an owner has this address. Someone who hasn't signed in yet gets an invitation, and only
 * this answer contains its link.
 */
export async function ensureOwner(tx: Tx, deps: Deps, address: string, by: By): Promise<string | null> {
  assertPerson(by)
  const now = deps.clock.now()
  const email = normaliseEmail(address)
  const [known] = await tx.select().from(staff).where(eq(staff.email, email)).limit(1)
  const isOwner = known?.role === 'owner' && known.active
  const person = isOwner
    ? known
    : await addOwner(tx, { email, name: known?.name ?? (email.split('@')[0] || email) }, now, nameOf(by))
  if (!isOwner) {
    const summary = known ? `Made ${person.name} an owner` : `Invited ${person.name} as owner`
    const metadata = { staffId: person.id }
    await recordActivity(tx, now, { type: 'staff.invited', actor: actorFor(by), summary, metadata })
  }
  return person.lastSignInAt === null ? sendInvitation(deps, tx, person, by) : null
}
