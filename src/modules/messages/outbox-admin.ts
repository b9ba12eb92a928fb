import { and, eq } from 'drizzle-orm'
import { outbox, outboxFiles } from '../../../db/schema'
import { newId, type Tx } from '../../../db/store'
import type { OutboxState } from '../../../db/schema/messages'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict, missing } from '../../lib/errors'
import { unsubscribeUrl } from '../customers'
import { clearTodo, recordActivity } from '../office'
import type { OutboxItem, OutboxView } from './model'
import type { OutboxRow } from './outbox'
import { presentMessage } from './outbox-list'
import { brandOf } from './brand'
import { campaignTexts } from './gather'
import { checkMessage, renderMessage, Unrenderable, type Rendered } from './prepare'
import { queueMessage, wakeSender } from './queue'
import { templateNamed } from './templates/registry'
import { ownWording } from './texts/own'

export async function readMessage(deps: Deps, id: string): Promise<OutboxView> {
  const row = await requireMessage(deps, id)
  const files = await deps.store.read
    .select({ name: outboxFiles.name, type: outboxFiles.type })
    .from(outboxFiles)
    .where(eq(outboxFiles.messageId, id))
  const shown = await renderRow(deps, row)
  return {
    ...presentMessage(row),
    rendered: shown?.rendered ?? null,
    files: [...files, ...(shown?.files ?? [])],
  }
}

type Shown = Pick<OutboxView, 'files'> & { rendered: Rendered }

/** A message as its recipient sees it; null if its text is secret or can't be rendered. */
export async function renderRow(deps: Deps, row: OutboxRow): Promise<Shown | null> {
  if (templateNamed(row.template)?.secret) return null
  try {
    const campaign = (await campaignTexts(deps.store.read, row.campaignId === null ? [] : [row.campaignId]))
      .values()
      .next().value
    const message = checkMessage(row.template, row.channel, { ...row.data, ...campaign })
    const unsubscribeLink =
      message.template.bulk && row.channel === 'email' ? unsubscribeUrl(deps, row.recipient) : null
    const brand = await brandOf(deps, row)
    const attached =
      row.channel === 'email' ? (message.template.attach?.(message.data, brand, row.createdAt) ?? []) : []
    const { template, channel, sentAt } = row
    const worded = { template, data: message.data, channel, language: brand.language, sentAt }
    const own = await ownWording(deps.store.read, worded)
    return {
      rendered: renderMessage(message, row.channel, brand, unsubscribeLink, own),
      files: attached.map(({ name, type }) => ({ name, type })),
    }
  } catch (error) {
    if (error instanceof Unrenderable) return null
    throw error
  }
}

/** Sends it as a new message, so the outcome of the first one stays on record. A held one is released instead. */
export async function resendMessage(
  deps: Deps,
  id: string,
  { seen, key, actor }: { seen: OutboxState | undefined; key: string | null; actor: Actor },
): Promise<OutboxItem> {
  const row = await requireMessage(deps, id)
  if (seen !== undefined && seen !== row.state)
    throw seen === 'held'
      ? alreadyReleased()
      : conflict('This message has changed in the meantime. Reload it and try again.')
  if (row.state === 'queued' || row.state === 'sending') throw conflict('This message is still being sent.')
  if (templateNamed(row.template)?.secret)
    throw conflict("We don't keep the text of this message, so it can't be sent again.")
  if (templateNamed(row.template)?.files && (row.state === 'sent' || row.state === 'cancelled'))
    throw conflict("We don't keep its attachment. Send the document again from its own page.")
  const now = deps.clock.now()
  if (row.state === 'held') return release(deps, row, actor)
  const resent = await deps.store.write(async (tx) => {
    const files = await tx.select().from(outboxFiles).where(eq(outboxFiles.messageId, id))
    const { channel, template, recipient, data, language, franchiseId, jobId, campaignId } = row
    const about = `resend:${id}:${key ?? newId()}`
    const where = { channel, recipient, franchiseId, jobId, campaignId, byHq: true as const }
    const message = { about, template, data, language, files, ...where }
    const fresh = await queueMessage(tx, now, message)
    await clearTodo(tx, now, 'message.undelivered', id)
    await clearTodo(tx, now, 'sms.unknown', id)
    await recordResent(tx, now, actor, row, 'Resent')
    return fresh
  })
  wakeSender(deps)
  return presentMessage(await requireMessage(deps, resent))
}

/** Names the kind of message, and neither its recipient nor its text. */
function recordResent(
  tx: Tx,
  now: number,
  actor: Actor,
  { id, template, franchiseId }: OutboxRow,
  what: 'Resent' | 'Released',
): Promise<void> {
  return recordActivity(tx, now, {
    type: `message.${what.toLowerCase()}`,
    actor,
    summary: `${what} a message (${template.replaceAll('-', ' ')})`,
    subject: { kind: 'message', id, name: 'a message' },
    franchiseId,
  })
}

const alreadyReleased = () => conflict('This message was already released.')

/** A held message was never sent, so it goes out unchanged, and only for the first person who releases it. */
async function release(deps: Deps, row: OutboxRow, actor: Actor): Promise<OutboxItem> {
  const { id } = row
  const now = deps.clock.now()
  await deps.store.write(async (tx) => {
    const released = await tx
      .update(outbox)
      .set({ state: 'queued', dueAt: now, lastError: null })
      .where(and(eq(outbox.id, id), eq(outbox.state, 'held')))
      .returning({ id: outbox.id })
    if (released.length === 0) throw alreadyReleased()
    await recordResent(tx, now, actor, row, 'Released')
  })
  wakeSender(deps)
  return presentMessage(await requireMessage(deps, id))
}

async function requireMessage({ store }: Deps, id: string): Promise<OutboxRow> {
  const [row] = await store.read.select().from(outbox).where(eq(outbox.id, id)).limit(1)
  if (!row) throw missing('Message')
  return row
}
