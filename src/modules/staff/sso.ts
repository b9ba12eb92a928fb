import { eq } from 'drizzle-orm'
import { staff } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { isEmail, normaliseEmail } from '../../lib/contact'
import { FailedSignIn, forbidden, Refusal } from '../../lib/errors'
import { keyedHash, sameSecret } from '../../lib/secret'
import { oneLine } from '../../lib/text'
import type { Attempt, Identity, Person } from '../../providers/identity'
import { rolesIn } from '../../tokens/hq'
import { recordActivity } from '../office'
import type { SignedIn, SsoInput, SsoStarted } from './model'
import { openSession, presentOpened, type Opened, type StaffRow, type Visitor } from './sessions'

/** Starts a sign-in at the identity provider. Only the browser that gets the key can finish it. */
export async function startSso(deps: Deps): Promise<SsoStarted> {
  const { store, tokens } = deps
  const key = tokens.codes.make()
  const url = await requireIdentity(deps).pageFor(attemptWith(deps, key))
  await store.write((tx) => tokens.codes.keep(tx, key, 'sso', ''))
  return { url, key }
}

/** Finishes a sign-in, once, even if the provider fails. */
export async function finishSso(
  deps: Deps,
  { key, ...returned }: SsoInput,
  visitor: Visitor,
): Promise<SignedIn> {
  const { store, tokens } = deps
  const identity = requireIdentity(deps)
  const attempt = attemptWith(deps, key)
  const isOurs =
    sameSecret(returned.state, attempt.state) &&
    (await store.write((tx) => tokens.codes.claim(tx, key, ['sso']))) !== null
  if (!isOurs)
    throw new FailedSignIn(
      'unauthorised',
      'This sign-in has expired, was already used or started in another tab. Try again.',
    )
  const person = await identity.personOf(attempt, returned)
  return presentOpened(deps, await letIn(deps, person, visitor))
}

function requireIdentity({ providers }: Deps): Identity {
  if (!providers.identity)
    throw new Refusal('missing', "Single sign-on isn't set up here. Sign in with your email address.")
  return providers.identity
}

/** Derived from the key, so nothing in the database helps a thief to finish the sign-in. */
function attemptWith({ secrets }: Deps, key: string): Attempt {
  const derived = (purpose: string) => keyedHash(secrets.codeSecret, `sso-${purpose}`, key)
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

async function letIn(deps: Deps, person: Person, visitor: Visitor): Promise<Opened> {
  if (person.email === null || !isEmail(person.email))
    throw forbidden(
      "Your identity provider hasn't verified your email address, so we can't tell who you are. Ask the person who manages it to verify the address.",
    )
  const email = normaliseEmail(person.email)
  const opened = await deps.store.write(async (tx) => {
    const [known] = await tx.select().from(staff).where(eq(staff.email, email)).limit(1)
    const member = known ?? (await addAdministrator(deps, tx, email, person))
    return member?.active === true ? openSession(deps, tx, member, 'sso', visitor) : null
  })
  if (!opened) throw forbidden("Your email address isn't on the staff here. Ask an owner to invite you.")
  return opened
}

/** The list of people decides who may do what. The provider's roles count only for someone who isn't on it yet. */
async function addAdministrator(
  { clock, config }: Deps,
  tx: Tx,
  email: string,
  { name, claims }: Person,
): Promise<StaffRow | null> {
  if (!rolesIn(claims).some((role) => config.hq.adminRoles.includes(role))) return null
  const now = clock.now()
  const row: StaffRow = {
    id: newId(),
    email,
    name: oneLine(name ?? email.slice(0, email.lastIndexOf('@')))
      .trim()
      .slice(0, 100),
    role: 'owner',
    franchiseId: null,
    active: true,
    invitedBy: 'single sign-on',
    lastSignInAt: null,
    createdAt: now,
    updatedAt: now,
  }
  await tx.insert(staff).values(row)
  const summary = 'Became an owner by a role at the identity provider'
  const entry = { type: 'staff.joined', actor: `hq:${row.name}`, summary, metadata: { staffId: row.id } }
  await recordActivity(tx, now, entry)
  return row
}
