import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { requesterOf } from '../../http/request'
import { isoTime, second } from '../../lib/clock'
import { normaliseEmail } from '../../lib/contact'
import { FailedSignIn, Refusal, UsedUp } from '../../lib/errors'
import { mostCodes, sweepEmailCodes, wrongCode, type Asked } from '../../tokens/email-codes'
import { formatPhone, formatsFor } from '../../words/formats'
import type { Language } from '../../words/language'
import { clearUndeliverable } from '../customers'
import { confirmVerified } from '../jobs'
import { deliverNow, queueMessage } from '../messages'
import { raiseTodo } from '../office'

/** These answers are the same for every address, so they don't reveal who is a customer. */
function usedUp({ settings, clock }: Deps, nextAt: number): UsedUp {
  const { phone, timeZone } = settings.business
  const formats = formatsFor('en')
  const when = `${formats.day(nextAt, timeZone)}, ${formats.time(nextAt, timeZone)}`
  const call = phone === null ? 'call us' : `call ${formatPhone(phone)}`
  return new UsedUp(
    Math.ceil((nextAt - clock.now()) / second),
    `Too many codes were requested. If your last code is less than 10 minutes old, enter it. Otherwise try again at ${when} or ${call}.`,
  )
}
const notSent = "We couldn't send your code. Try again in a few minutes or call us."

const askedBy = (address: string, client: string): Asked => ({
  purpose: 'verification',
  email: normaliseEmail(address),
  ...requesterOf(client),
})

/** Sends a new code. Once sent, it replaces the requester's earlier one. */
export async function sendCode(
  deps: Deps,
  address: string,
  client: string,
  language: Language | null,
): Promise<void> {
  const { emailCodes } = deps.tokens
  const now = deps.clock.now()
  const asked = askedBy(address, client)
  const queued = await deps.store.write(async (tx) => {
    const added = await emailCodes.add(tx, asked)
    if ('usedUp' in added) {
      if (added.usedUp === 'by all') await tellHq(tx, now)
      return added
    }
    const { id, code } = added
    const about = { about: `verify:${id}`, template: 'verify-code', data: { code }, language }
    return {
      id,
      messageId: await queueMessage(tx, now, { ...about, channel: 'email', recipient: asked.email }),
    }
  })
  if ('usedUp' in queued) throw usedUp(deps, queued.nextAt)
  const [delivery] = await deliverNow(deps, [queued.messageId])
  const isSent = delivery?.state === 'sent'
  await deps.store.write((tx) => emailCodes[isSent ? 'markSent' : 'drop'](tx, queued.id))
  if (!isSent) throw new Refusal('upstream', notSent)
}

/** Only many requesters together reach this limit, and the customer may be locked out until tomorrow. */
function tellHq(tx: Tx, now: number): Promise<void> {
  return raiseTodo(tx, now, {
    kind: 'message.codes-used-up',
    subject: isoTime(now).slice(0, 10),
    title: 'Too many sign-in codes requested for one email address',
    detail: `Someone requested ${mostCodes.address} codes today, so we stopped sending them until tomorrow. If it's a customer who can't sign in, they may call you.`,
  })
}

/** Exchanges the right code for a proof, once. */
export async function checkCode(deps: Deps, address: string, code: string, client: string): Promise<string> {
  const asked = askedBy(address, client)
  const now = deps.clock.now()
  const right = await deps.store.write(async (tx) => {
    if (!(await deps.tokens.emailCodes.use(tx, asked, code))) return false
    await confirmVerified(tx, asked.email, now)
    await clearUndeliverable(tx, now, 'email', asked.email)
    return true
  })
  if (!right) throw new FailedSignIn('invalid', wrongCode)
  return deps.tokens.proof.issue(asked.email)
}

export async function sweepCodes({ store, clock }: Deps): Promise<void> {
  await store.write((tx) => sweepEmailCodes(tx, clock.now()))
}
