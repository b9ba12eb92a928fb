import { eq, or } from 'drizzle-orm'
import { staff } from '../../../db/schema'
import type { Deps } from '../../deps'
import { normaliseEmail } from '../../lib/contact'
import { missing } from '../../lib/errors'
import type { InvitedStaff, StaffInput, StaffMember } from './model'
import { inviteAgain, inviteStaff, setActive } from './people'
import type { StaffRow } from './sessions'

/** Invites someone from the server, or sends a new link to someone who is known. */
export async function inviteByCommand(deps: Deps, input: StaffInput): Promise<InvitedStaff> {
  const known = await findStaff(deps, input.email)
  return known ? inviteAgain(deps, known.id, 'cli') : inviteStaff(deps, input, 'cli')
}

export async function deactivateByCommand(deps: Deps, person: string): Promise<StaffMember> {
  const known = await findStaff(deps, person)
  if (!known) throw missing('Person')
  return setActive(deps, known.id, false, 'cli')
}

async function findStaff({ store }: Deps, person: string): Promise<StaffRow | undefined> {
  const isMeant = or(eq(staff.id, person), eq(staff.email, normaliseEmail(person)))
  return (await store.read.select().from(staff).where(isMeant).limit(1))[0]
}
