import { eq } from 'drizzle-orm'
import { outboxFiles } from '../../../db/schema'
import type { Deps } from '../../deps'
import { displayName, parseSender } from '../../lib/mailbox'
import { DeliveryFailure, type Receipt } from '../../providers/delivery/failure'
import type { Letter } from '../../providers/email/types'
import { brandOf } from './brand'
import { unsubscribeUrl } from './links'
import { renderMessage, type Rendered } from './render'
import type { Brand } from './templates/draft'
import type { Ready } from './triage'

/** One address and nothing that could make two of it. */
const plainAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** Renders a message and hands it to its provider; whatever goes wrong comes back as a DeliveryFailure. */
export async function sendMessage(deps: Deps, ready: Ready): Promise<Receipt> {
  const { row, message } = ready
  const brand = await brandOf(deps, row.franchiseId)
  const wayOut = row.channel === 'email' && message.template.bulk ? unsubscribeUrl(deps, row.recipient) : null
  const rendered = render(ready, brand, wayOut)
  const receipt =
    row.channel === 'sms'
      ? await deps.providers.sms.send({ key: row.id, to: row.recipient, text: rendered.text })
      : await deps.providers.email.send(await letterOf(deps, ready, { rendered, brand, wayOut }))
  if (message.template.secret && deps.providers[row.channel].name === 'demo')
    // The only way to it in a demo, so that a quiet log shows it too.
    deps.log.warn('not sent, since no provider is set', { template: row.template, text: rendered.text })
  return receipt
}

function render({ row, message }: Ready, brand: Brand, wayOut: string | null): Rendered {
  try {
    return renderMessage(message, row.channel, brand, wayOut)
  } catch (error) {
    throw new DeliveryFailure(
      'refused',
      `It could not be rendered: ${error instanceof Error ? error.message : ''}`,
    )
  }
}

async function letterOf(
  deps: Deps,
  { row, message }: Ready,
  { rendered, brand, wayOut }: { rendered: Rendered; brand: Brand; wayOut: string | null },
): Promise<Letter> {
  if (!plainAddress.test(row.recipient)) throw new DeliveryFailure('refused', 'This is not an e-mail address')
  const sender = parseSender(deps.config.email.from)
  const files = message.template.files
    ? await deps.store.read.select().from(outboxFiles).where(eq(outboxFiles.messageId, row.id))
    : []
  return {
    key: row.id,
    from: { name: displayName(brand.name) || sender.name, address: sender.address },
    to: row.recipient,
    replyTo: brand.email !== null && plainAddress.test(brand.email) ? brand.email : null,
    subject: rendered.subject ?? '',
    html: rendered.html ?? '',
    text: rendered.text,
    headers: wayOut === null ? {} : oneClick(wayOut),
    files: files.map(({ name, type, bytes }) => ({ name, type, bytes })),
  }
}

/** RFC 8058: the mail program's own button unsubscribes with one POST. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
