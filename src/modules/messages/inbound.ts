import { createHash } from 'node:crypto'
import { inboundMessages } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { addressOf } from '../../http/request'
import { toE164 } from '../../lib/contact'
import { unauthorised } from '../../lib/errors'
import { isSignedByTwilio } from '../../providers/sms/twilio'
import { addressKey, customerAt, setOptOut } from '../customers'
import { formatPhone } from '../../words/formats'
import { spokenLanguage } from '../../words/language'
import { textWords } from '../../words/texts'
import { keepTodo, raiseTodo } from '../office'
import { franchiseInTouch, partyOf } from './conversation'
import { languageOfAddress } from './language'
import { wakeSender } from './queue'

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
  /** The provider's id of the text, so that a repeated delivery counts once. */
  id: string | null
  /** True if Twilio has already acted on the keyword and answered it. */
  handled: boolean
}

/** Reads a text from Twilio after checking its signature, which covers the public address, whatever a proxy did. */
export async function readIncoming(deps: Deps, request: Request, form: string): Promise<IncomingText> {
  const fields = new URLSearchParams(form)
  const { pathname, search } = addressOf(request)
  const signature = request.headers.get('x-twilio-signature') ?? ''
  const url = `${deps.config.publicUrl}${pathname}${search}`
  if (!(await isSignedByTwilio(deps.config.sms.authToken, signature, url, fields)))
    throw unauthorised("The signature isn't valid")
  return {
    from: fields.get('From') ?? '',
    text: fields.get('Body') ?? '',
    id: fields.get('MessageSid'),
    handled: fields.has('OptOutType'),
  }
}

/** A stored text of someone who may answer one of our messages. */
export interface ReceivedText {
  id: string
  customerId: string | null
  /** The sender's number. */
  sender: string
  /** The whole text in lower case. */
  word: string
}

/** Acts on an answer that a message of its module asked for. Returns false if a person has to read the text. */
export type ReplyReader = (tx: Tx, deps: Deps, text: ReceivedText) => Promise<boolean>

/** Acts on a text and returns the reply, if any. */
export async function receiveText(
  deps: Deps,
  incoming: IncomingText,
  readReply: ReplyReader,
): Promise<string | null> {
  const { from, text, handled } = incoming
  const word = text.trim().toLowerCase()
  const now = deps.clock.now()
  const understood = [stopWords, startWords, helpWords].some((words) => words.has(word)) || word === ''
  const isNew = await deps.store.write(async (tx) => {
    const stored = word === '' ? null : await storeText(tx, now, incoming)
    if (stored === null) return false
    if (stopWords.has(word) || startWords.has(word))
      await setOptOut(tx, now, { channel: 'sms', address: from, source: 'keyword' }, stopWords.has(word))
    const isRead = understood ? !ambiguousWords.has(word) : await readReply(tx, deps, { ...stored, word })
    if (!isRead) await passOn(tx, now, incoming, stored)
    return true
  })
  wakeSender(deps)
  return isNew && helpWords.has(word) && !handled ? helpText(deps, from, word) : null
}

/** The longest text that carriers pass on. */
const longestText = 1_600

type Stored = Pick<typeof inboundMessages.$inferSelect, 'id' | 'customerId' | 'franchiseId' | 'sender'> & {
  name: string | null
}

/** Keeps the text in the customer's conversation. Null if the provider delivered it before. */
async function storeText(tx: Tx, now: number, { from, text, id }: IncomingText): Promise<Stored | null> {
  const sender = toE164(from) ?? from.slice(0, 30)
  const found = await customerAt(tx, 'sms', addressKey('sms', from))
  const customerId = found?.mergedInto ?? found?.id ?? null
  const franchiseId =
    customerId === null ? null : await franchiseInTouch(tx, await partyOf(tx, customerId), 'sms')
  const row = { sender, customerId, franchiseId, text: text.slice(0, longestText), receivedAt: now }
  const [stored] = await tx
    .insert(inboundMessages)
    .values({ id: newId(), providerMessageId: id, ...row })
    .onConflictDoNothing()
    .returning({ id: inboundMessages.id })
  return stored ? { ...stored, sender, customerId, franchiseId, name: found?.name ?? null } : null
}

/** In the sender's language, or in the one they asked in. */
async function helpText({ config, settings, store }: Deps, from: string, word: string): Promise<string> {
  const wanted = word === 'ayuda' ? 'es' : ((await languageOfAddress(store.read, 'sms', from)) ?? 'en')
  const language = spokenLanguage(wanted, settings.languages.offered)
  return textWords(language).help(settings.business.name, `${config.publicUrl}/my`)
}

/** HQ gets a to-do, because the sender expects an answer. A customer has one, about their latest text. */
async function passOn(tx: Tx, now: number, { from, text }: IncomingText, stored: Stored): Promise<void> {
  const { sender, customerId, franchiseId, name } = stored
  const todo = { kind: 'sms.reply' as const, detail: text.slice(0, 1_000), franchiseId, contact: sender }
  if (customerId !== null)
    return keepTodo(tx, now, {
      ...todo,
      subject: `customer:${customerId}`,
      title: `Reply to the text from ${name}`,
    })
  const digest = createHash('sha256').update(`${from}\n${text}`).digest('hex').slice(0, 16)
  const title = `Reply to the text from ${formatPhone(from.slice(0, 30))}`
  return raiseTodo(tx, now, { ...todo, subject: digest, title })
}
