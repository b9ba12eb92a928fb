import { eq } from 'drizzle-orm'
import { outboxFiles } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { messageRetryDelay } from '../../lib/backoff'
import { minute } from '../../lib/clock'
import { displayName, isEmail, mailableEmail, parseSender } from '../../lib/contact'
import { describeError } from '../../lib/log'
import { DeliveryFailure, type Receipt } from '../../providers/delivery'
import type { Letter } from '../../providers/email'
import { markUndeliverable, setOptOut, unsubscribeUrl } from '../customers'
import { brandOf } from './brand'
import { recordCancelled, recordDead, recordDelay, recordSent, recordUnknown, type OutboxRow } from './outbox'
import { renderMessage, type Ready, type Rendered } from './prepare'
import type { OwnWording } from './templates/reword'
import type { Brand } from './templates/template'
import { ownWording } from './texts/own'

/** A message that can't be sent is retried later, or given up because the caller was already told it failed. */
export type OnFailure = 'retry' | 'give-up'

/** Sends one message and records the outcome. Returns the time of the next attempt, or null if it is over. */
export async function sendAndSettle(deps: Deps, ready: Ready, onFailure: OnFailure): Promise<number | null> {
  let settle: (tx: Tx) => Promise<number | null>
  try {
    const receipt = await sendMessage(deps, ready)
    settle = (tx) => settleSent(deps, tx, ready.row, receipt)
  } catch (error) {
    const failure = error instanceof DeliveryFailure ? error : unforeseen(deps, error)
    settle = (tx) => settleFailed(deps, tx, afterFailure(ready.row, failure), failure, onFailure)
  }
  return deps.store.write(settle)
}

/** Once an attempt ends in doubt, a later refusal doesn't prove that nothing arrived. */
function afterFailure(row: OutboxRow, { kind, details }: DeliveryFailure): OutboxRow {
  return { ...row, maybeSent: row.maybeSent || kind === 'uncertain' || details.maybeTaken === true }
}

async function settleSent(deps: Deps, tx: Tx, row: OutboxRow, receipt: Receipt): Promise<null> {
  await recordSent(tx, deps.clock.now(), row, receipt)
  return null
}

async function settleFailed(
  deps: Deps,
  tx: Tx,
  row: OutboxRow,
  failure: DeliveryFailure,
  onFailure: OnFailure,
): Promise<number | null> {
  const now = deps.clock.now()
  const { message: error, kind, details } = failure
  const wait = onFailure === 'retry' ? retryDelay(row, failure) : null
  const isCertain = kind !== 'uncertain' || row.channel !== 'sms'
  if (wait !== null && isCertain) {
    await recordDelay(tx, row, { dueAt: now + wait, error, refund: kind === 'later' })
    return now + wait
  }
  const { channel, recipient: address } = row
  if (details.badAddress) await markUndeliverable(tx, now, { channel, address, reason: error })
  if (details.optedOut) {
    await setOptOut(tx, now, { channel, address, source: 'provider' }, true)
    await recordCancelled(tx, row, 'The recipient has opted out')
  } else if (!isCertain) await recordUnknown(tx, now, row, error)
  // HQ needs no to-do if the caller knows, or if there is one about the address.
  else await recordDead(tx, now, row, error, onFailure === 'retry' && !details.badAddress)
  return null
}

/** Null if another attempt makes no sense. */
function retryDelay({ attempts }: OutboxRow, { kind, details }: DeliveryFailure): number | null {
  if (kind === 'refused' || details.optedOut) return null
  if (kind === 'later') return Math.min(details.retryAfterMs ?? minute, 60 * minute)
  return messageRetryDelay(attempts, Math.random())
}

/** An error of ours may pass, and the log says where it is. */
function unforeseen({ log }: Deps, error: unknown): DeliveryFailure {
  log.error('a message could not be sent', describeError(error))
  return new DeliveryFailure('uncertain', 'Unexpected error on our side')
}

/** Renders a message and hands it to its provider. Every failure is thrown as a DeliveryFailure. */
export async function sendMessage(deps: Deps, ready: Ready): Promise<Receipt> {
  const { row, message } = ready
  const brand = await brandOf(deps, row)
  const unsubscribeLink =
    row.channel === 'email' && message.template.bulk ? unsubscribeUrl(deps, row.recipient) : null
  const { template, channel } = row
  const worded = { template, data: message.data, channel, language: brand.language, sentAt: null }
  const own = await ownWording(deps.store.read, worded)
  const rendered = render(ready, brand, unsubscribeLink, own)
  const receipt =
    row.channel === 'sms'
      ? await deps.providers.sms.send({ key: row.id, to: row.recipient, text: rendered.text })
      : await deps.providers.email.send(await letterOf(deps, ready, { rendered, brand, unsubscribeLink }))
  if (message.template.secret && deps.providers[row.channel].name === 'demo')
    // In a demo the log is the only way to see it. Production gets here only with a provider.
    deps.log.warn('not delivered, since no provider is set', {
      channel: row.channel,
      template: row.template,
      text: rendered.text,
    })
  return receipt
}

function render(
  { row, message }: Ready,
  brand: Brand,
  unsubscribeLink: string | null,
  own: OwnWording | null,
): Rendered {
  try {
    return renderMessage(message, row.channel, brand, unsubscribeLink, own)
  } catch (error) {
    throw new DeliveryFailure(
      'refused',
      `It couldn't be rendered: ${error instanceof Error ? error.message : ''}`,
    )
  }
}

async function letterOf(
  deps: Deps,
  { row, message }: Ready,
  { rendered, brand, unsubscribeLink }: { rendered: Rendered; brand: Brand; unsubscribeLink: string | null },
): Promise<Letter> {
  if (!isEmail(row.recipient)) throw new DeliveryFailure('refused', 'This is not an email address')
  const sender = parseSender(deps.config.email.from)
  const kept = message.template.files
    ? await deps.store.read.select().from(outboxFiles).where(eq(outboxFiles.messageId, row.id))
    : []
  const made = message.template.attach?.(message.data, brand, deps.clock.now()) ?? []
  return {
    key: row.id,
    from: { name: displayName(brand.name) || sender.name, address: sender.address },
    to: mailableEmail(row.recipient),
    replyTo: brand.email !== null && isEmail(brand.email) ? mailableEmail(brand.email) : null,
    subject: rendered.subject ?? '',
    html: rendered.html ?? '',
    text: rendered.text,
    headers: { ...automatic, ...(unsubscribeLink === null ? {} : oneClick(unsubscribeLink)) },
    files: [...kept, ...made].map(({ name, type, bytes }) => ({ name, type, bytes })),
  }
}

/** RFC 3834: vacation notices and other automatic replies are not sent back to us. */
const automatic = { 'Auto-Submitted': 'auto-generated' }

/** RFC 8058: the mail program's own button unsubscribes with one POST. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
