import { and, eq } from 'drizzle-orm'
import { staff } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { requesterOf } from '../../http/request'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { normaliseEmail } from '../../lib/contact'
import { FailedSignIn, Refusal, conflict } from '../../lib/errors'
import { mostCodes, wrongCode, type Asked } from '../../tokens/email-codes'
import { deliverNow, queueMessage } from '../messages'
import { raiseTodo, recordActivity } from '../office'
import type { SetupInput, SignedIn } from './model'
import { addOwner } from './owner'
import { hasOwner } from './people'
import { openSession, presentOpened, type StaffRow, type Visitor } from './sessions'

/** The same for every address, so it doesn't reveal who works here. */
const usedUp =
  "We can't send another code to this address today. If your last code is less than 10 minutes old, enter it. Otherwise ask an owner for a new invitation."
const usedLink = 'This link has already been used or has expired. Ask for a new one.'

const askedBy = (address: string, client: string): Asked => ({
  purpose: 'staff-sign-in',
  email: normaliseEmail(address),
  ...requesterOf(client),
})

/**
 * Sends a code if the address belongs to someone on the staff. The answer comes before we look, so neither its
 * words nor its duration tell whose address it is.
 */
export async function askForCode(deps: Deps, address: string, client: string): Promise<void> {
  const asked = askedBy(address, client)
  const added = await deps.store.write(async (tx) => {
    const code = await deps.tokens.emailCodes.add(tx, asked)
    if ('usedUp' in code && code.usedUp === 'by all') await tellHq(tx, deps.clock.now())
    return code
  })
  if ('usedUp' in added) throw new Refusal('too-many', usedUp)
  deps.background.run('staff sign-in code', () => deliverCode(deps, asked.email, added))
}

/** A stranger's code counts as sent too, or guesses at it wouldn't be counted. */
async function deliverCode(deps: Deps, email: string, { id, code }: { id: string; code: string }) {
  const { store, clock, tokens } = deps
  const isSent = (await findActive(store.read, email)) === null || (await sendCode())
  await store.write((tx) => tokens.emailCodes[isSent ? 'markSent' : 'drop'](tx, id))

  async function sendCode(): Promise<boolean> {
    const message = { about: `staff-code:${id}`, template: 'staff-code', data: { code }, recipient: email }
    const messageId = await store.write((tx) =>
      queueMessage(tx, clock.now(), { ...message, channel: 'email', byHq: true }),
    )
    const [delivery] = await deliverNow(deps, [messageId])
    return delivery?.state === 'sent'
  }
}

function tellHq(tx: Tx, now: number): Promise<void> {
  return raiseTodo(tx, now, {
    kind: 'message.codes-used-up',
    subject: `staff:${isoTime(now).slice(0, 10)}`,
    title: 'Too many sign-in codes requested for one staff address',
    detail: `Someone requested ${mostCodes.address} codes for the console today, so we stopped sending them to that address until tomorrow. If one of your people can't sign in, send them a new invitation.`,
  })
}

/** Exchanges the right code for a token, once. */
export async function enterWithCode(
  deps: Deps,
  { email, code }: { email: string; code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  const asked = askedBy(email, visitor.client)
  const opened = await deps.store.write(async (tx) => {
    if (!(await deps.tokens.emailCodes.use(tx, asked, code))) return null
    const person = await findActive(tx, asked.email)
    return person && openSession(deps, tx, person, 'code', visitor)
  })
  if (!opened) throw new FailedSignIn('invalid', wrongCode)
  return presentOpened(deps, opened)
}

/** Exchanges the code of a link: an invitation opens a session, other links lead to a token that exists. */
export async function enterWithLink(deps: Deps, code: string, visitor: Visitor): Promise<SignedIn> {
  const { store, tokens } = deps
  const found = await store.write(async (tx) => {
    const claimed = await tokens.codes.claim(tx, code, ['hq', 'worker', 'staff'])
    if (claimed?.kind !== 'staff') return claimed
    const [person] = await tx
      .select()
      .from(staff)
      .where(and(eq(staff.id, claimed.tokenId), eq(staff.active, true)))
      .limit(1)
    return person ? openSession(deps, tx, person, 'link', visitor) : null
  })
  if (found && 'session' in found) return presentOpened(deps, found)
  const given = found && (await tokens.codes.tokenOf(found))
  if (!given) throw new FailedSignIn('unauthorised', usedLink)
  return { ...given, expiresAt: isoTimeOrNull(given.expiresAt) }
}

/** A link that makes its reader the first owner. Null once there is one. */
export async function makeSetupLink({ store, tokens, config }: Deps): Promise<string | null> {
  const code = tokens.codes.make()
  const isOpen = await store.write(async (tx) => {
    if (await hasOwner(tx)) return false
    await tokens.codes.withdraw(tx, 'setup', '')
    await tokens.codes.keep(tx, code, 'setup', '')
    return true
  })
  return isOpen ? `${config.publicUrl}/admin#setup=${code}` : null
}

/** Creates the first owner and signs them in. */
export async function setUp(deps: Deps, input: SetupInput, visitor: Visitor): Promise<SignedIn> {
  const now = deps.clock.now()
  const email = normaliseEmail(input.email)
  const opened = await deps.store.write(async (tx) => {
    if (!(await deps.tokens.codes.claim(tx, input.code, ['setup']))) return null
    if (await hasOwner(tx)) throw conflict('This business already has an owner. Ask them for an invitation.')
    const person = await addOwner(tx, { email, name: input.name.trim() }, now)
    const actor = `hq:${person.name}`
    await recordActivity(tx, now, { type: 'staff.set-up', actor, summary: 'Became the first owner' })
    return openSession(deps, tx, person, 'setup', visitor)
  })
  if (!opened) throw new FailedSignIn('unauthorised', usedLink)
  return presentOpened(deps, opened)
}

async function findActive(db: Db, email: string): Promise<StaffRow | null> {
  const [found] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.email, email), eq(staff.active, true)))
    .limit(1)
  return found ?? null
}
