import { createHash } from 'node:crypto'
import type { Deps } from '../../deps'
import { addressOf } from '../../http/request'
import { toE164 } from '../../lib/contact'
import { unauthorised } from '../../lib/errors'
import { isSignedByTwilio } from '../../providers/sms/twilio'
import { setOptOut } from '../customers'
import { formatPhone } from '../../words/formats'
import { spokenLanguage } from '../../words/language'
import { textWords } from '../../words/texts'
import { raiseTodo } from '../office'
import { languageOfAddress } from './language'

/** Keywords that carriers agreed on, and their Spanish ones. They count only as the whole message. */
const stopWords = new Set([
  'stop',
  'stopall',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'optout',
  'revoke',
  'parar',
  'alto',
])
const startWords = new Set(['start', 'yes', 'unstop'])
const helpWords = new Set(['help', 'info', 'ayuda'])
/** Customers may mean their booking, so a person reads these too. */
const ambiguousWords = new Set(['cancel', 'yes'])

export interface IncomingText {
  from: string
  text: string
  /** True if Twilio has already acted on the keyword and answered it. */
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
    throw unauthorised("The signature isn't valid")
  return { from: fields.get('From') ?? '', text: fields.get('Body') ?? '', handled: fields.has('OptOutType') }
}

/** Acts on a text and returns the reply, if any. */
export async function receiveText(deps: Deps, { from, text, handled }: IncomingText): Promise<string | null> {
  const word = text.trim().toLowerCase()
  const now = deps.clock.now()
  const optOut = (out: boolean) =>
    deps.store.write((tx) => setOptOut(tx, now, { channel: 'sms', address: from, source: 'keyword' }, out))
  if (stopWords.has(word)) await optOut(true)
  if (startWords.has(word)) await optOut(false)
  if (helpWords.has(word)) return handled ? null : helpText(deps, from, word)
  const understood = stopWords.has(word) || startWords.has(word) || word === ''
  if (!understood || ambiguousWords.has(word)) await passOn(deps, from, text)
  return null
}

/** In the sender's language, or in the one they asked in. */
async function helpText({ config, settings, store }: Deps, from: string, word: string): Promise<string> {
  const wanted = word === 'ayuda' ? 'es' : ((await languageOfAddress(store.read, 'sms', from)) ?? 'en')
  const language = spokenLanguage(wanted, settings.languages.offered)
  return textWords(language).help(settings.business.name, `${config.publicUrl}/my`)
}

/** HQ gets a to-do, because the sender expects an answer. */
async function passOn(deps: Deps, from: string, text: string): Promise<void> {
  const digest = createHash('sha256').update(`${from}\n${text}`).digest('hex').slice(0, 16)
  await deps.store.write((tx) =>
    raiseTodo(tx, deps.clock.now(), {
      kind: 'sms.reply',
      subject: digest,
      title: `Reply to the text from ${formatPhone(from.slice(0, 30))}`,
      detail: text.slice(0, 1_000),
      contact: toE164(from) ?? from.slice(0, 30),
    }),
  )
}
