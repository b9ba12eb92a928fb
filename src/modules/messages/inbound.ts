import { createHash } from 'node:crypto'
import type { Deps } from '../../deps'
import { addressOf } from '../../http/request'
import { toE164 } from '../../lib/contact'
import { unauthorised } from '../../lib/errors'
import { isSignedByTwilio } from '../../providers/sms/twilio'
import { setOptOut } from '../customers'
import { raiseTodo } from '../office'

/** The words carriers agreed on; they count only when they are the whole message. */
const stopWords = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'])
const startWords = new Set(['start', 'yes', 'unstop'])
const helpWords = new Set(['help', 'info'])
/** A customer may well mean the booking, so a person reads these too. */
const ambiguousWords = new Set(['cancel', 'yes'])

export interface IncomingText {
  from: string
  text: string
  /** Set when Twilio has acted on the word and answered it already. */
  handled: boolean
}

/** Reads a text from Twilio after checking its signature, which covers the public address, whatever a proxy did. */
export function readIncoming(deps: Deps, request: Request, form: string): IncomingText {
  const fields = new URLSearchParams(form)
  const { pathname, search } = addressOf(request)
  const signature = request.headers.get('x-twilio-signature') ?? ''
  if (
    !isSignedByTwilio(
      deps.config.sms.authToken,
      signature,
      `${deps.config.publicUrl}${pathname}${search}`,
      fields,
    )
  )
    throw unauthorised('The signature is not valid')
  return { from: fields.get('From') ?? '', text: fields.get('Body') ?? '', handled: fields.has('OptOutType') }
}

/** Acts on a text and gives the reply, if there is one. */
export async function receiveText(deps: Deps, { from, text, handled }: IncomingText): Promise<string | null> {
  const word = text.trim().toLowerCase()
  const now = deps.clock.now()
  const optOut = (out: boolean) =>
    deps.store.write((tx) => setOptOut(tx, now, { channel: 'sms', address: from, source: 'keyword' }, out))
  if (stopWords.has(word)) await optOut(true)
  if (startWords.has(word)) await optOut(false)
  if (helpWords.has(word)) return handled ? null : helpText(deps)
  const understood = stopWords.has(word) || startWords.has(word) || word === ''
  if (!understood || ambiguousWords.has(word)) await passOn(deps, from, text)
  return null
}

const helpText = ({ config }: Deps) =>
  `${config.business.name}: messages about your bookings and news. See ${config.publicUrl}/my. Reply STOP to opt out.`

/** Somebody wrote to us and expects an answer. */
async function passOn(deps: Deps, from: string, text: string): Promise<void> {
  const digest = createHash('sha256').update(`${from}\n${text}`).digest('hex').slice(0, 16)
  await deps.store.write((tx) =>
    raiseTodo(tx, deps.clock.now(), {
      kind: 'sms.reply',
      subject: digest,
      title: `A text message came in from ${from.slice(0, 30)}`,
      detail: text.slice(0, 1_000),
      contact: toE164(from) ?? from.slice(0, 30),
    }),
  )
}
